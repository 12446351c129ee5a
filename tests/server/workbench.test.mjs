// The designers' workbench: records, checks with their places, what-if runs, and tables with content of one's own.
import { readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Person, Server, check, equal, pick, dice, program, request, runTests, temporaryFolder, test, until } from './client.mjs'

let server = await Server.start()
const anna = await Person.arrive(server.port)
const bert = await Person.arrive(server.port)
const game = 'transformers_tcg'

const { records } = (await anna.get(`/api/workbench/${game}`)).json
const record = (table, id) => records.find((one) => one.table === table && one.id === id)
function patch(...changed) {
  const lines = [`patch: ${game}`]
  for (const [one, text] of changed)
    lines.push(`${one.table}:`, ...text.trimEnd().split('\n').map((line, i) => (i === 0 ? `  - ${line}` : `    ${line}`)))
  return `${lines.join('\n')}\n`
}
const zap = record('battle_cards', 'zap')
const strong = patch([zap, zap.source.replace('n: 1', 'n: 3')])
const checked = async (text, who = anna) => (await who.post(`/api/workbench/${game}/check`, { patch: text })).json
const remove = (who, path) => request(server.port, 'DELETE', path, { headers: who.headers() })

test('records as they are written', async () => {
  check(records.length > 250, `${records.length} records`)
  equal(zap.name, { en: 'Zap', fr: 'Éclair' })
  equal(zap.file, `content/${game}/battle_cards.yaml`)
  check(readFileSync(join(import.meta.dirname, '../../', zap.file), 'utf8').split('\n')[zap.line - 1].includes('- id: zap'), 'wrong line')
  equal((await anna.get('/api/workbench/chess')).status, 404)
})

test('a patch is shown in both languages, with faces and legality', async () => {
  const { good, changed, legality, problems } = await checked(strong)
  equal([good, problems, changed.length], [true, [], 1])
  check(changed[0].texts.en[0].includes('3 damage'), changed[0].texts.en[0])
  check(changed[0].texts.fr[0].includes('3 dégâts'), changed[0].texts.fr[0])
  check(changed[0].pictures[0].dark.startsWith('<svg'), 'no face')
  equal([legality.decks, legality.broken, legality.refusal.en], [15, [], ''])
  const prime = record('characters', 'optimus_prime__autobot_leader')
  const dear = await checked(patch([prime, prime.source.replace('stars: 7', 'stars: 20')]))
  check(dear.legality.broken.some((deck) => deck.deck === 'autobot_starter' && deck.findings.en[0].clause.startsWith('TCG-DECK')), JSON.stringify(dear.legality))
})

test('problems have their places and both languages, and change nothing', async () => {
  const { good, problems } = await checked(patch([zap, zap.source.replace('rarity: common', 'rarity: comon')]))
  equal(good, false)
  equal([problems.length, problems[0].file, problems[0].line], [1, 'patch.yaml', 8])
  check(problems[0].path.endsWith('.rarity') && problems[0].text.en.includes("did you mean 'common'"), JSON.stringify(problems))
  check(problems[0].text.fr.startsWith("doit être l'un de"), problems[0].text.fr)
  for (const wrong of ['', 'x', 'patch: chess\na: [1]\n', `patch: ${game}\nbattle_cards:\n  - id: zapp\n`, `patch: ${game}\nbattle_cards:\n${'  - { id: zap }\n'.repeat(3)}`])
    equal((await checked(wrong)).good, false, wrong)
  equal((await anna.post(`/api/workbench/${game}/check`, { patch: '#'.repeat(40000) })).status, 400)
  equal((await anna.post('/api/workbench/chess/check', { patch: strong })).status, 404)
  equal((await anna.post(`/api/workbench/${game}/check`, { patch: 3 })).status, 400)
  const refused = await anna.post('/api/tables', { game, content: `patch: ${game}\nbattle_cards:\n  - id: zapp\n` })
  equal([refused.status, refused.json.error.code], [400, 'bad_content'])
  check(refused.json.error.text.startsWith("patch.yaml:3:9: battle_cards.id: there is no 'zapp'"), refused.text)
})

test('what-if: bars, one run for each person, stopping', async () => {
  const begin = async (who, pairs, text = strong) => who.post(`/api/workbench/${game}/what-if`, { patch: text, pairs })
  const end = (who, run) => until('the end of a run', 60, async () => {
    const { json } = await who.get(`/api/what-ifs/${run}`)
    return ['done', 'failed'].includes(json.status) && json
  })
  const { json: { run }, status } = await begin(anna, 60)
  equal(status, 202)
  const { status: how, why, report } = await end(anna, run)
  // A machine that is busy with other things may not come to all of them in its time.
  check(how === 'done' && report.pairs > 0 && report.pairs <= 60 && ['games', 'settled', 'time'].includes(why), `${how} ${why} ${report.pairs}`)
  const bar = report.bars.find((one) => one.kind === 'won_with' && one.id === 'zap')
  check(bar.changed && bar.name.fr === 'Éclair' && bar.low < bar.difference && bar.difference < bar.high, JSON.stringify(bar))
  equal(report.bars.filter((one) => one.kind === 'seat').map((one) => one.seat), [1, 2])
  equal((await bert.get(`/api/what-ifs/${run}`)).status, 404, 'a run of somebody else')
  // A long one is stopped by its owner, and by the next one of the same person.
  const long = (await begin(anna, 20000)).json.run
  equal((await remove(bert, `/api/what-ifs/${long}`)).status, 404)
  equal((await remove(anna, `/api/what-ifs/${long}`)).status, 200)
  const stopped = await end(anna, long)
  check(stopped.why === 'stopped' || stopped.status === 'failed', JSON.stringify(stopped).slice(0, 200))
  const first = (await begin(anna, 20000)).json.run
  const second = (await begin(anna, 30)).json.run
  check((await end(anna, second)).report.pairs <= 30, 'more than were asked for')
  check([200, 404].includes((await anna.get(`/api/what-ifs/${first}`)).status), 'the first one goes on')
  equal((await begin(anna, 30, patch([zap, zap.source]))).status, 409, 'nothing changes')
  equal((await begin(anna, 30, 'x')).status, 400)
  equal((await begin(anna, 0)).status, 400)
  equal((await begin(anna, 20001)).status, 400)
})

test('a table with content of one\'s own: told to everybody, never rated, there after a restart', async () => {
  const terms = { game, content: strong, seats: [{ kind: 'me' }, { kind: 'open' }], listed: true, seed: 'workbench' }
  const rated = await anna.post('/api/tables', { ...terms, seed: undefined, rated: true })
  equal([rated.status, rated.json.error.text], [400, "a game with content of one's own is never rated"])
  const made = await anna.post('/api/tables', terms)
  equal(made.status, 201, made.text)
  const { table } = made.json
  const listed = (await bert.get(`/api/tables?game=${game}`)).json.tables.find((one) => one.table === table)
  equal(listed.own_content, ['battle_cards.zap'])
  const info = (await bert.get(`/api/tables/${table}`)).json
  equal([info.own_content, info.rated], [['battle_cards.zap'], false])
  const { cards } = (await bert.get(`/api/tables/${table}/cards`)).json
  check(cards.find((card) => card.id === 'zap').texts.en[0].includes('3 damage'), 'the cards of the game')
  check((await bert.get(`/api/games/${game}/cards`)).json.cards.find((card) => card.id === 'zap').texts.en[0].includes('1 damage'), 'the game itself has changed')
  equal((await bert.get(`/api/tables/${table}/patch.yaml`)).text, strong)
  equal((await bert.get(`/api/tables/${table}/faces/zap.svg?theme=dark`)).headers['content-type'], 'image/svg+xml')
  equal((await bert.get(`/api/tables/${table}/faces/nothing.svg`)).status, 404)
  equal((await bert.get(`/api/tables/${table}/words`)).status, 200)
  equal((await bert.get(`/api/tables/${table}/content`)).status, 200)
  const pair = (await bert.post('/api/pairing', { game })).json.table
  check(pair !== table, 'paired to it')
  equal((await bert.post(`/api/tables/${table}/join`)).status, 200)
  const socket = await anna.sit(table, { own: true })
  const state = await socket.next('state')
  check(state.content !== (await anna.get(`/api/games/${game}`)).json.content, 'the content of the game')
  const roll = dice(3)
  const other = await bert.sit(table, { seat: 2, own: true })
  await other.next('state')
  for (let i = 0; i < 12; i += 1) {
    const newest = () => Math.max(...[socket, other].map((one) => one.last('state').at))
    const asked = await until('a decision', 20, () => [socket, other].find((one) => one.last('state').decision && one.last('state').at === newest()))
    const { at, decision } = asked.last('state')
    const some = decision.gather?.picks.slice(0, Math.max(1, decision.gather.least)).map((one) => one.id)
    asked.send(some ? { type: 'choose', decision: decision.number, picks: some } : pick(decision, roll))
    await until('the next state', 20, () => [socket, other].every((one) => one.last('state').at > at))
  }
  await until('a decision', 20, () => [socket, other].some((one) => one.last('state').decision))
  const { at } = socket.last('state')
  const before = JSON.stringify(socket.last('state').view)
  equal((await server.stop()).code, 0)
  server = await Server.start({ port: server.port, folder: server.folder })
  const again = await anna.sit(table, { own: true })
  const reopened = await again.next('state')
  equal(reopened.at, at)
  equal(JSON.stringify(reopened.view), before)
  const after = (await anna.get(`/api/tables/${table}`)).json
  equal([after.own_content, after.read_only], [['battle_cards.zap'], undefined])
  const usual = (await anna.post('/api/tables', { game })).json.table
  equal((await anna.get(`/api/tables/${usual}/cards`)).status, 404)
  equal((await anna.get(`/api/tables/${usual}`)).json.own_content, undefined)
})

test('the same patch is a file for the program', async () => {
  const file = join(temporaryFolder(), 'mine.yaml')
  writeFileSync(file, strong)
  const run = (...words) => execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  check(run('cards', game, 'zap', '--content', file).includes('3 damage'), 'cards')
  equal(JSON.parse(run('what-if', game, '--content', file, '--games', '20', '--json')).pairs, 20)
  writeFileSync(file, strong.replace('rarity: common', 'rarity: comon'))
  try {
    run('cards', game, 'zap', '--content', file)
    throw new Error('it was taken')
  } catch (why) {
    equal(why.status, 2, String(why))
    check(why.stderr.includes(`${file}:8:13: battle_cards[`), why.stderr)
  }
  equal((await server.stop()).code, 0)
})

await runTests()
