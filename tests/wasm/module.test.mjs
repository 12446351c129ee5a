// The engine in the browser, here in Node: it answers as docs/protocol says, plays every game with the computer, and
// tells exactly what the server tells.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Person, Server, check, dice, equal, pick, program, runTests, temporaryFolder, test, until } from '../server/client.mjs'
import { Shelf, Sitting, call, open } from './house.mjs'

const house = await open()
const { games } = (await call(house, 'GET', '/api/games')).json
const files = temporaryFolder()

async function new_table(at, terms) {
  const answer = await call(at, 'POST', '/api/tables', terms)
  if (answer.status !== 201) throw new Error(answer.body)
  return answer.json.table
}
function asked_or_over(sitting) {
  const now = sitting.last('state')
  return (now.decision || now.over) && now
}
// Chooses at random until the game is over, or for `most` choices.
async function play(sitting, roll, most = Infinity) {
  await sitting.until('the first state', () => sitting.last('state'))
  for (let made = 0; made < most; made += 1) {
    const state = await sitting.until('a question or the end', () => asked_or_over(sitting))
    if (state.over) return state
    sitting.send(pick(state.decision, roll))
    await sitting.until('the next state', () => sitting.last('state').at > state.at)
  }
}
function verified(file, text) {
  const path = join(files, file)
  writeFileSync(path, text)
  return execFileSync(program, ['verify', path], { encoding: 'utf8' })
}

test('who I am, games, rules, cards, words and pictures', async () => {
  equal((await call(house, 'GET', '/api/me')).json, { name: 'Anna', account: false, csrf: '', ratings: [] })
  equal((await call(house, 'POST', '/api/me', { name: 'Anna B.' })).json.name, 'Anna B.')
  equal((await call(house, 'POST', '/api/me', { name: '' })).status, 400)
  equal(games.length, 5)
  await call(house, 'GET', '/api/message')
  for (const { id } of games) {
    for (const part of ['', '/rules', '/cards', '/content', '/words', '/faces']) equal((await call(house, 'GET', `/api/games/${id}${part}`)).status, 200)
    const [face] = (await call(house, 'GET', `/api/games/${id}/faces`)).json.faces
    const picture = await call(house, 'GET', `${face.picture}&mode=${face.mode}&theme=dark`)
    check(picture.type === 'image/svg+xml' && picture.body.startsWith('<svg'), 'no picture')
    equal((await house.request('GET', `/faces/${id}/nothing.svg`)).status, 404)
  }
  equal((await call(house, 'GET', '/api/games/chess')).status, 404)
  equal((await house.request('POST', '/api/pairing', '{}')).status, 404)
  equal((await house.request('POST', '/api/tables', 'no json')).status, 400)
})

test('decks are checked', async () => {
  const [{ id }] = games.filter((game) => game.decks)
  const answer = await call(house, 'POST', `/api/games/${id}/decks/check`, { deck: '3 Nothing Of That Name' })
  equal(answer.json.legal, false)
  check(answer.json.problems.length > 0, 'no problem')
})

for (const { id, seats } of games) {
  test(`a whole game of ${id} with a greedy bot: saved, told again, verified`, async () => {
    const shelf = new Shelf()
    const at = await open(shelf)
    const table = await new_table(at, { game: id, seats: [{ kind: 'me' }, ...Array(Math.max(1, seats[0] - 1)).fill({ kind: 'bot', bot: 'greedy' })], seed: `module ${id}` })
    const sitting = await Sitting.at(at, table)
    await play(sitting, dice(7), 12)
    // Closed in the middle and opened again from what was written down: the same game goes on. A bot's choice may be written
    // and not yet told, so the seat waits until it is asked.
    const before = await sitting.until('a question or the end', () => asked_or_over(sitting))
    at.close()
    const again = await open(shelf)
    const back = await Sitting.at(again, table)
    const first = await back.until('the state', () => back.last('state'))
    equal(first.view, before.view, 'the view after coming back')
    const { over } = await play(back, dice(8))
    check(over.how === 'rules', `ended by ${over.how}`)
    equal((await call(again, 'GET', '/api/tables?mine=1')).json.tables.length, 1)
    const replay = (await call(again, 'GET', `/api/tables/${table}/replay?as=all&from=0&count=20`)).json
    check(replay.steps.length > 5 && replay.over, 'no replay')
    const file = await call(again, 'GET', `/api/tables/${table}/replay.rwreplay`)
    check(/: verified/.test(verified(`${id}.rwreplay`, file.body)), 'not verified')
    const brought = await call(again, 'POST', '/api/replays', file.body)
    equal(brought.status, 201)
    const on = await call(again, 'POST', `/api/tables/${table}/take-over`, { at: 5, seat: 1, deal: 'fresh' })
    equal(on.status, 201)
    again.close()
  })
}

test('undo, refusals and reasons, in French too', async () => {
  const table = await new_table(house, { game: 'risk_cybertron', seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }], seed: 'undo' })
  const sitting = await Sitting.at(house, table, { lang: 'fr' })
  const state = await sitting.until('a question', () => sitting.last('state')?.decision && sitting.last('state'))
  sitting.send({ type: 'choose', decision: state.decision.number, notation: 'nonsense' })
  check((await sitting.until('a refusal', () => sitting.last('refused'))).text, 'no reason')
  sitting.send({ type: 'why', notation: state.decision.choices[0].notation })
  check((await sitting.until('a reason', () => sitting.messages.find((m) => m.type === 'why'))).legal, 'not legal')
  sitting.line.send('not even JSON')
  await sitting.until('malformed', () => sitting.messages.find((m) => m.code === 'malformed'))
  sitting.line.close()
})

test('a hint of the search, and a bot that searches', async () => {
  const [{ id }] = games
  const table = await new_table(house, { game: id, seats: [{ kind: 'me' }, { kind: 'bot', bot: 'search:60' }], seed: 'hint' })
  const sitting = await Sitting.at(house, table)
  await play(sitting, dice(3), 4)
  await sitting.until('a question', () => sitting.last('state').decision)
  const hint = await call(house, 'POST', `/api/tables/${table}/hint?lang=en`, {})
  equal(hint.status, 200)
  check(sitting.last('state').decision.choices.some((choice) => choice.id === hint.json.choice), 'the hint is no choice')
})

test('a review of a short game', async () => {
  const [{ id }] = games
  const table = await new_table(house, { game: id, seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }], seed: 'review' })
  const sitting = await Sitting.at(house, table)
  await play(sitting, dice(5), 3)
  sitting.send({ type: 'resign' })
  await sitting.until('the end', () => sitting.last('state').over)
  equal((await call(house, 'POST', `/api/tables/${table}/review?lang=en`, {})).status, 202)
  const done = await until('the review', 120, async () => {
    const { json } = await call(house, 'GET', `/api/tables/${table}/review?lang=en`)
    return json.status !== 'working' && json
  })
  equal(done.status, 'done', done.text)
  check(done.review.choices.length > 0, 'nothing was reviewed')
})

test('what cannot be written is not told as done', async () => {
  const shelf = new Shelf()
  const at = await open(shelf)
  const table = await new_table(at, { game: games[0].id, seed: 'full' })
  const sitting = await Sitting.at(at, table)
  const state = await sitting.until('a question', () => sitting.last('state')?.decision && sitting.last('state'))
  shelf.full = true
  sitting.send(pick(state.decision, dice(1)))
  await sitting.until('a refusal', () => sitting.last('refused'))
  equal(sitting.last('state').at, state.at)
  equal((await call(at, 'POST', '/api/tables', { game: games[0].id })).status, 503)
  shelf.full = false
  sitting.send(pick(state.decision, dice(1)))
  await sitting.until('the choice', () => sitting.last('state').at > state.at)
  at.close()
})

test('what is damaged on the shelf is left out', async () => {
  const shelf = new Shelf()
  for (const [id, record] of [['a', 'no record'], ['b', '{}'], ['c', '{"id":3}']]) shelf.tables.set(id, { id, record, entries: [] })
  const at = await open(shelf)
  equal(at.unreadable, ['a', 'b', 'c'])
  equal((await call(at, 'GET', '/api/tables?mine=1')).json.tables, [])
  at.close()
})

test('what was played by other rules, or does not play out the same any more, is looked at and not played on', async () => {
  const shelf = new Shelf()
  const at = await open(shelf)
  const table = await new_table(at, { game: games[0].id, seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }], seed: 'old' })
  const sitting = await Sitting.at(at, table)
  await play(sitting, dice(3), 5)
  await sitting.until('a question', () => asked_or_over(sitting))
  at.close()
  const saved = shelf.tables.get(table)
  const other_rules = { ...saved, record: JSON.stringify({ ...JSON.parse(saved.record), rules: 1 }) }
  const other_way = { ...saved, entries: saved.entries.with(3, saved.entries[3].replace(/\d+$/, '1')) } // leads elsewhere now
  for (const [changed, playable] of [[saved, true], [other_rules, false], [other_way, false]]) {
    const again = new Shelf()
    again.tables.set(table, changed)
    const house = await open(again)
    equal(house.unreadable, [])
    const back = await Sitting.at(house, table)
    const state = await back.until('the state', () => back.last('state'))
    equal([Boolean(state.decision), !back.last('table').read_only], [playable, playable])
    back.send(pick(sitting.last('state').decision, dice(1)))
    if (playable) await back.until('the choice', () => back.last('state').at > state.at)
    else await back.until('a refusal', () => back.last('refused'))
    house.close()
  }
})

// The same seed and the same choices at a server and in the module: every state, frame and question is the same. A bot
// that begins may have moved before somebody sits down, so what happened is compared from where both were there.
let server
const situation = ({ at, view, decision, over, waiting, undo }) => ({ at, view, decision, over, waiting, undo })
const happened = (messages, after) => messages.filter((m) => m.type === 'state' && m.at > after).map(({ at, cause, frames }) => ({ at, cause, frames }))
const joined = (messages) => messages.find((m) => m.type === 'state').at
for (const { id, seats } of games) {
  test(`${id} is told as the server tells it`, async () => {
    server ??= await Server.start()
    const terms = { game: id, seats: [{ kind: 'me' }, ...Array(Math.max(1, seats[0] - 1)).fill({ kind: 'bot', bot: 'random' })], seed: `same ${id}` }
    const person = await Person.arrive(server.port)
    const there = await person.sit(await person.table(terms), { lang: 'fr' })
    const here = await Sitting.at(house, await new_table(house, terms), { lang: 'fr' })
    const [one, other] = [dice(11), dice(11)]
    for (let i = 0; i < 40; i += 1) {
      const ready = (state) => state && (state.decision || state.over) && state
      const mine = await here.until('a question', () => ready(here.last('state')))
      const theirs = await until('a question', 20, () => ready(there.last('state')))
      equal(situation(mine), situation(theirs), `state ${i}`)
      if (mine.over) break
      here.send(pick(mine.decision, one))
      there.send(pick(theirs.decision, other))
      await here.until('the next', () => here.last('state').at > mine.at)
      await until('the next', 20, () => there.last('state').at > theirs.at)
    }
    const both = Math.max(joined(here.messages), joined(there.messages))
    const last = Math.min(here.last('state').at, there.last('state').at)
    const [mine, theirs] = [here, there].map(({ messages }) => happened(messages, both).filter(({ at }) => at <= last))
    check(mine.length > 0, 'nothing happened')
    equal(mine, theirs, 'what happened')
    await there.close()
    here.line.close()
  })
}

await runTests()
