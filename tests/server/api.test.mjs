// The REST API and the messages of the running server are what docs/protocol says.
import { readFileSync } from 'node:fs'
import { Person, Server, check, dice, equal, pick, request, runTests, sleep, test, until } from './client.mjs'
import { answerFault, messageFault, schemaFile } from './schema.mjs'

const server = await Server.start()
const port = server.port
const described = new Set()

async function call(person, method, path, body) {
  const answer = method === 'GET' ? await person.get(path) : method === 'DELETE'
    ? await request(port, 'DELETE', path, { headers: person.headers() }) : await person.post(path, body)
  const wrong = answerFault(method, path, answer)
  if (wrong) throw new Error(`${method} ${path}: ${wrong}`)
  const template = Object.keys(schemaFile('openapi.json').paths).find((t) => new RegExp(`^${t.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path.split('?')[0]))
  described.add(`${method} ${template}`)
  return answer
}
function checkMessages(socket) {
  for (const message of socket.raws) {
    const wrong = messageFault(message)
    if (wrong) throw new Error(`${wrong} in ${JSON.stringify(message).slice(0, 300)}`)
  }
}
async function playOut(table, sockets, roll, most = 100000) {
  for (let i = 0; i < most; i += 1) {
    const states = sockets.map((s) => s.last('state'))
    if (states[0].over) return
    const asked = states.findIndex((s) => s.decision)
    const before = sockets.map((s) => s.last('state').at)
    if (asked >= 0) sockets[asked].send(pick(states[asked].decision, roll))
    await until('the next state', 20, () => sockets.every((s, k) => s.last('state').at > before[k]))
  }
}

const anna = await Person.arrive(port)
const bert = await Person.arrive(port)
let finished

test('games, rules, cards and content', async () => {
  await call(anna, 'GET', '/api/me')
  const { games } = (await call(anna, 'GET', '/api/games')).json
  check(games.length >= 1, 'no games')
  for (const { id, cards: count } of games) {
    await call(anna, 'GET', `/api/games/${id}`)
    check((await call(anna, 'GET', `/api/games/${id}/rules`)).json.clauses.length > 50, 'few rules')
    const printed = (await call(anna, 'GET', `/api/games/${id}/cards`)).json.cards.length
    check(printed > 0, 'no cards')
    equal(count, printed, `${id}: the number of cards`)
    await call(anna, 'GET', `/api/games/${id}/content`)
    check(Object.keys((await call(anna, 'GET', `/api/games/${id}/words`)).json.events).length > 20, 'few words')
    const { faces } = (await call(anna, 'GET', `/api/games/${id}/faces`)).json
    check(faces.length > 40, 'few faces')
    const [face] = faces
    const light = await anna.get(`${face.picture}&mode=${face.mode}`)
    equal(light.headers['content-type'], 'image/svg+xml')
    equal(light.headers['cache-control'], 'public, max-age=31536000, immutable')
    equal((await anna.get(face.picture.replace(/v=.*/, 'v=old'))).headers['cache-control'], 'no-cache')
    equal((await request(port, 'GET', face.picture, { headers: { 'If-None-Match': light.headers.etag } })).status, 304)
    check((await anna.get(`${face.picture}&theme=dark`)).headers.etag !== light.headers.etag, 'one theme only')
    for (const wrong of [`/faces/${id}/nothing.svg`, `/faces/${id}/`, '/faces/chess/king.svg', '/faces/', `${face.picture}&mode=submarine`])
      equal((await anna.get(wrong)).status, 404)
    const { examples } = (await call(anna, 'GET', `/api/games/${id}/examples`)).json
    const cards = new Set((await anna.get(`/api/games/${id}/cards`)).json.cards.map((card) => card.id))
    check(examples.every((one) => cards.has(one.card)) && examples.length * 2 > cards.size, `${id}: ${examples.length} examples of ${cards.size} cards`)
    await call(anna, 'GET', `/api/games/${id}/ratings`)
    await call(anna, 'POST', `/api/games/${id}/decks/check`, { deck: '3 Nothing' })
  }
  equal((await call(anna, 'GET', '/api/games/chess')).status, 404)
  const first = await anna.get('/api/games')
  const again = await request(port, 'GET', '/api/games', { headers: { 'If-None-Match': first.headers.etag } })
  equal(again.status, 304)
})

test('a whole game between two people, every message as described', async () => {
  const made = await call(anna, 'POST', '/api/tables', { game: 'risk_cybertron', seats: [{ kind: 'me' }, { kind: 'open' }], listed: true, options: { deal_zones: 'on', days: '2' } })
  equal(made.status, 201)
  const { table } = made.json
  const one = await anna.sit(table, { seat: 1 })
  equal((await one.next('table')).status, 'waiting')
  const { tables } = (await call(bert, 'GET', '/api/tables?game=risk_cybertron')).json
  check(tables.some((t) => t.table === table), 'not listed')
  equal((await call(bert, 'POST', `/api/tables/${table}/join`, {})).json.seat, 2)
  equal((await call(bert, 'POST', `/api/tables/${table}/join`, {})).json.seat, 2, 'joining twice')
  equal((await call(await Person.arrive(port), 'POST', `/api/tables/${table}/join`, {})).status, 409)
  const two = await bert.sit(table, { seat: 2, lang: 'fr' })
  const watcher = await (await Person.arrive(port)).sit(table, { seat: 0 })
  await Promise.all([one, two, watcher].map((s) => s.next('state')))
  one.send({ type: 'say', phrase: 'hello' })
  equal((await two.next('said')).text, 'Bonjour !')
  one.send({ type: 'ping', ref: 5 })
  equal((await one.next('pong')).ref, 5)
  const asked = one.last('state').decision ? one : two
  asked.send({ type: 'why', ref: 1, notation: 'attack "Iacon" -> "Vos"' })
  equal((await asked.next('why')).legal, false)
  for (const thing of [{ kind: 'leader', value: 0 }, { kind: 'leader', id: 'bumblebee' }]) {
    asked.send({ type: 'why', ref: 2, things: [thing] })
    equal((await asked.next('why')).legal, true)
  }
  asked.send({ type: 'why', ref: 3, things: [{ path: 'zones.iacon' }] })
  const why = await asked.next('why')
  check(!why.legal && why.text !== '', 'a zone while leaders are chosen')
  await playOut(table, [one, two], dice(3))
  check(one.last('state').over.winners.length > 0, 'nobody won')
  await until('the table to be over', 5, () => one.last('table').status === 'over' && two.last('table').status === 'over')
  check(/^[0-9a-f]{64}$/.test(one.last('table').seed), 'the seed is shown')
  for (const as of ['1', '2', '0', 'all'])
    for (const lang of ['en', 'fr']) {
      const replay = (await call(bert, 'GET', `/api/tables/${table}/replay?as=${as}&lang=${lang}&from=20&count=7`)).json
      equal(replay.steps.length, 7)
      equal(replay.steps[0].at, 20)
    }
  equal((await call(anna, 'GET', `/api/tables/${table}/replay?as=9`)).status, 400)
  one.send({ type: 'rematch' })
  await two.next((m) => m.type === 'table' && m.offers.length > 0)
  two.send({ type: 'answer', offer: 'rematch', yes: true })
  const next = (await one.next((m) => m.type === 'table' && m.rematch)).rematch
  equal((await call(anna, 'GET', `/api/tables/${next}`)).json.you.seats, [2])
  for (const socket of [one, two, watcher]) checkMessages(socket)
  finished = table
})

// The last things first, although the rules take them in another order.
async function gather(socket, table) {
  const { decision, at, seat } = socket.last('state')
  const { least, most, picks } = decision.gather
  check(picks.length > 0 && most > 1 && least <= most, 'nothing to gather')
  const wanted = picks.toReversed().flatMap((one) => Array(one.copies).fill(one)).slice(0, Math.max(least, 2))
  const ids = wanted.map((one) => one.id)
  for (const wrong of [Array(most + 1).fill(picks[0].id), ['1'.repeat(19)], Array(least + 1).fill(picks[0].id).slice(0, picks[0].copies === 1 ? 2 : 0)]) {
    if (wrong.length >= least && wrong.length <= most && wrong.every((id) => id === picks[0].id) && wrong.length <= picks[0].copies) continue
    socket.send({ type: 'choose', ref: 77, decision: decision.number, picks: wrong })
    equal((await socket.next((m) => m.type === 'refused' && m.ref === 77)).code, 'illegal')
  }
  equal(socket.last('state').at, at, 'a refused set changed something')
  socket.send({ type: 'choose', ref: 78, decision: decision.number, picks: ids })
  const done = () => socket.last('state').at > at && (socket.last('state').decision || !socket.last('state').waiting.includes(seat))
  await until('the picks', 20, done)
  check(!socket.messages.some((m) => m.type === 'refused' && m.ref === 78), 'refused')
  // All of them, unless the effect of one asked something else first.
  const taken = Math.min(ids.length, socket.last('state').at - at)
  const { steps } = await anna.replay(table, { as: seat, from: at + 1, count: taken })
  const names = wanted.map((one) => one.notation)
  check(steps.length === taken && steps.every((step) => names.includes(step.notation)), 'other things were taken')
  return taken === ids.length
}

// Cards that ask for several things.
const asking = {
  dino_battles: {
    dinosaurs: 'compsognathus,velociraptor,stegosaurus,iguanodon,triceratops,tyrannosaurus',
    stacks: 'supply_run,field_command,war_footing,nano_repair,field_hospital,purge_protocol,salvage_crew,retool,black_market,mass_production',
  },
}

test('several things are taken at once, in any order', async () => {
  let gathered = 0
  const games = (await anna.get('/api/games')).json.games.map((game) => game.id)
  const roll = dice(12)
  for (const game of ['dragon_booster', 'dino_battles', 'transformers_tcg', 'transformers_dbg'].filter((id) => games.includes(id))) {
    const table = (await call(anna, 'POST', '/api/tables', { game, seats: [{ kind: 'me' }, { kind: 'me' }], seed: 'several things', options: asking[game] ?? {} })).json.table
    const sockets = [await anna.sit(table, { seat: 1 }), await anna.sit(table, { seat: 2 })]
    await Promise.all(sockets.map((s) => s.next('state')))
    for (let i = 0; i < 1500 && !sockets[0].last('state').over && gathered < 4; i += 1) {
      const asked = await until('a decision', 20, () => sockets.find((s) => s.last('state').decision && s.last('state').at >= Math.max(...sockets.map((o) => o.last('state').at))))
      if (asked.last('state').decision.gather) {
        if (await gather(asked, table)) gathered += 1
        continue
      }
      const { at, decision } = asked.last('state')
      asked.send(pick(decision, roll))
      await until('the next state', 20, () => sockets.every((s) => s.last('state').at > at))
    }
    sockets.forEach(checkMessages)
  }
  check(gathered > 0, 'nothing was gathered')
})

test('replay file, import and taking over', async () => {
  const file = await call(anna, 'GET', `/api/tables/${finished}/replay.rwreplay`)
  const brought = await request(port, 'POST', '/api/replays', { headers: anna.headers({ 'Content-Type': 'text/plain' }), body: file.text })
  check(!answerFault('POST', '/api/replays', brought), answerFault('POST', '/api/replays', brought))
  described.add('POST /api/replays')
  equal(brought.status, 201)
  const replay = (await anna.get(`/api/tables/${brought.json.table}/replay?as=all&from=0&count=1`)).json
  const original = (await anna.get(`/api/tables/${finished}/replay?as=all&from=0&count=1`)).json
  equal(replay.choices, original.choices)
  equal(replay.over.winners, original.over.winners)
  for (const deal of ['same', 'fresh']) {
    const taken = await call(bert, 'POST', `/api/tables/${finished}/take-over`, { at: 25, seat: 2, deal })
    equal(taken.status, 201, taken.text)
    equal(taken.json.seat, 2)
    const socket = await bert.sit(taken.json.table, { seat: 2 })
    const state = await socket.next('state')
    const [step] = (await bert.replay(finished, { as: '2', from: 25, count: 1 })).steps
    if (state.at === (deal === 'same' ? 25 : 0)) equal(state.view, step.view, deal)
    checkMessages(socket)
    await socket.close()
  }
  equal((await call(bert, 'POST', `/api/tables/${finished}/take-over`, { at: 100000, seat: 1 })).status, 400)
})

test('hints are for whoever is asked and plays against computers alone', async () => {
  for (const game of ['risk_cybertron', 'transformers_tcg', 'transformers_dbg', 'dragon_booster', 'dino_battles']) {
    const alone = (await call(anna, 'POST', '/api/tables', { game, seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }], seed: 'a hint' })).json.table
    const socket = await anna.sit(alone, { seat: 1 })
    const { decision } = await until('my decision', 20, () => (socket.last('state')?.decision ? socket.last('state') : null))
    const hint = await call(anna, 'POST', `/api/tables/${alone}/hint?lang=fr`, {})
    equal(hint.status, 200, hint.text)
    equal(hint.json.decision, decision.number)
    const meant = [...decision.choices, ...(decision.gather?.picks ?? [])].find((choice) => choice.id === hint.json.choice)
    check(meant, `${hint.json.notation} is none of the choices`)
    if (meant.amounts) check(hint.json.amount >= meant.amounts.from && hint.json.amount <= meant.amounts.to, 'an amount out of range')
    equal((await call(bert, 'POST', `/api/tables/${alone}/hint`, {})).status, 409)
    await socket.close()
  }
  const { table } = (await call(anna, 'POST', '/api/tables', { game: 'dino_battles', seats: [{ kind: 'me' }, { kind: 'open' }] })).json
  await call(bert, 'POST', `/api/tables/${table}/join`, { seat: 2 })
  const codes = [await call(anna, 'POST', `/api/tables/${table}/hint`, {}), await call(bert, 'POST', `/api/tables/${table}/hint`, {})].map((one) => one.status)
  equal(codes.sort().join(' '), '403 409')
})

test('a finished game is reviewed', async () => {
  const path = `/api/tables/${finished}/review`
  equal((await call(bert, 'GET', path)).json.status, 'none')
  check([200, 202].includes((await call(bert, 'POST', path, {})).status), 'it is not begun')
  let last
  await until('the review', 240, async () => {
    last = (await call(bert, 'GET', path)).json
    return last.status === 'done' || last.status === 'failed'
  })
  equal(last.status, 'done', JSON.stringify(last).slice(0, 300))
  const { choices } = (await anna.get(`/api/tables/${finished}/replay?as=all&from=0&count=1`)).json
  equal(last.review.choices.length, choices)
  for (const seat of last.review.seats) {
    equal(seat.chances.length, choices + 1)
    check(seat.chances.every((chance) => chance >= 0 && chance <= 1), 'no chance')
  }
  for (const number of last.review.costliest) check(last.review.choices[number - 1].line.length > 0, 'no line')
  const { table } = (await call(anna, 'POST', '/api/tables', { game: 'dino_battles', seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }] })).json
  equal((await call(anna, 'POST', `/api/tables/${table}/review`, {})).status, 403)
})

test('two who look for an opponent find each other', async () => {
  const first = await call(anna, 'POST', '/api/pairing', { game: 'dino_battles' })
  equal(first.status, 201, first.text)
  equal((await call(anna, 'POST', '/api/pairing', { game: 'dino_battles' })).json.table, first.json.table)
  const second = await call(bert, 'POST', '/api/pairing', { game: 'dino_battles' })
  equal(second.status, 200, second.text)
  equal(second.json.table, first.json.table)
  equal((await call(anna, 'GET', `/api/tables/${first.json.table}`)).json.status, 'playing')
  check((await call(anna, 'POST', '/api/pairing', { game: 'dino_battles' })).json.table !== first.json.table, 'a full table')
  equal((await call(anna, 'POST', '/api/pairing', { game: 'chess' })).status, 404)
  equal((await call(anna, 'POST', '/api/pairing', { game: 'dino_battles', rated: true })).status, 403)
  equal((await call(anna, 'GET', '/api/people/Nobody%20here')).status, 404)
})

test('a replay of other rules can be looked at and not be played on', async () => {
  const body = readFileSync(new URL('../data/other_rules.rwreplay', import.meta.url), 'utf8')
  const brought = await request(port, 'POST', '/api/replays', { headers: anna.headers({ 'Content-Type': 'text/plain' }), body })
  equal(brought.status, 201, brought.text)
  const { table } = brought.json
  const info = (await call(anna, 'GET', `/api/tables/${table}`)).json
  equal(info.rules, 999)
  check(info.read_only.rules > 0, 'it is not read-only')
  const replay = (await call(anna, 'GET', `/api/tables/${table}/replay?as=all&from=0&count=10`)).json
  equal(replay.choices + replay.setup.read_only.beyond, 6)
  equal((await call(anna, 'GET', `/api/tables/${table}/replay.rwreplay`)).text.split('\n')[2], 'rules 999')
  const taken = await call(anna, 'POST', `/api/tables/${table}/take-over`, { at: 1, seat: 1 })
  equal(taken.status, 409)
  check(taken.json.error.text.includes('rules version 999'), taken.text)
})

test('bots, leaving, seats', async () => {
  const { table } = (await call(anna, 'POST', '/api/tables', { game: 'risk_cybertron', seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }] })).json
  equal((await call(bert, 'POST', `/api/tables/${table}/seats`, { seat: 2, kind: 'bot' })).status, 403)
  await call(bert, 'POST', `/api/tables/${table}/join`, { seat: 3 })
  equal((await call(anna, 'POST', `/api/tables/${table}/seats`, { seat: 3, kind: 'bot' })).status, 409)
  equal((await call(bert, 'POST', `/api/tables/${table}/leave`)).json.seats[2].kind, 'open')
  equal((await call(anna, 'POST', `/api/tables/${table}/seats`, { seat: 2, kind: 'bot', bot: 'cheater' })).status, 400)
  await call(anna, 'POST', `/api/tables/${table}/seats`, { seat: 2, kind: 'bot', bot: 'greedy' })
  equal((await call(anna, 'POST', `/api/tables/${table}/seats`, { seat: 3, kind: 'bot', bot: 'random' })).json.status, 'playing')
  equal((await call(anna, 'POST', `/api/tables/${table}/leave`)).status, 409)
  const socket = await anna.sit(table)
  await socket.next((m) => m.type === 'state' && m.decision)
  check((await call(anna, 'GET', '/api/tables?mine=1')).json.tables.some((t) => t.table === table), 'not mine')
})

test('accounts, decks, ratings', async () => {
  const name = `Nova ${Date.now() % 100000}`
  const carl = await Person.arrive(port)
  const table = await carl.table({ seats: [{ kind: 'me' }, { kind: 'open' }] })
  equal((await call(carl, 'POST', '/api/me', { name: 'Carl the Bold' })).json.name, 'Carl the Bold')
  equal((await call(carl, 'POST', '/api/me', { name: '<b>' })).status, 400)
  equal((await call(carl, 'POST', '/api/accounts', { name, password: 'short' })).status, 400)
  equal((await call(carl, 'POST', '/api/decks', { game: 'risk_cybertron', name: 'x', deck: 'y' })).status, 403)
  const made = await carl.become('/api/accounts', name, 'a long password')
  equal(made.status, 201, made.text)
  described.add('POST /api/accounts')
  equal((await carl.get(`/api/tables/${table}`)).json.you.seats, [1], 'the seat of the guest')
  equal((await call(await Person.arrive(port), 'POST', '/api/accounts', { name, password: 'a long password' })).status, 409)
  equal((await call(await Person.arrive(port), 'POST', '/api/login', { name, password: 'a wrong password' })).status, 401)
  const deck = (await call(carl, 'POST', '/api/decks', { game: 'risk_cybertron', name: 'mine', deck: '3 Robots' })).json
  equal((await call(carl, 'GET', '/api/decks')).json.decks, [deck])
  equal((await call(carl, 'DELETE', `/api/decks/${deck.id}`)).status, 200)
  equal((await call(carl, 'DELETE', `/api/decks/${deck.id}`)).status, 404)
  equal((await call(carl, 'POST', '/api/logout')).json.account, false)
  const dora = await Person.arrive(port)
  equal((await dora.become('/api/login', name, 'a long password')).json.account, true)
  described.add('POST /api/login')
  const emil = await Person.arrive(port)
  await emil.become('/api/accounts', `${name} II`, 'another password')
  const rated = await dora.table({ seats: [{ kind: 'me' }, { kind: 'open' }], rated: true })
  equal((await bert.post(`/api/tables/${rated}/join`)).status, 403, 'guests are not rated')
  equal((await emil.post(`/api/tables/${rated}/join`)).status, 200)
  const socket = await emil.sit(rated, { seat: 2 })
  await socket.next('state')
  socket.send({ type: 'resign' })
  await socket.next((m) => m.type === 'state' && m.over)
  const ratings = (await call(dora, 'GET', '/api/games/risk_cybertron/ratings')).json.ratings
  check(ratings.find((r) => r.name === name).rating > 1600, 'the winner rises')
  equal((await dora.get('/api/me')).json.ratings.length, 1)
})

test('a password, an account that goes, the message of the day', async () => {
  const guest = await Person.arrive(port)
  equal((await call(guest, 'POST', '/api/me/password', { password: 'a long password', new: 'another password' })).status, 403)
  await guest.become('/api/accounts', `Passing ${Date.now() % 100000}`, 'a long password')
  equal((await call(guest, 'POST', '/api/me/password', { password: 'a wrong password', new: 'another password' })).status, 401)
  equal((await call(guest, 'POST', '/api/me/password', { password: 'a long password', new: 'another password' })).status, 200)
  equal((await call(guest, 'POST', '/api/me/delete', { password: 'a long password' })).status, 401)
  equal((await call(guest, 'POST', '/api/me/delete', { password: 'another password' })).json.account, false)
  equal((await call(guest, 'GET', '/api/message')).json, { en: '', fr: '' })
})

test('clocks and spectators are announced as described', async () => {
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }], clock: { kind: 'bank', seconds: 300, bonus: 5 }, spectators: { see: 'all', delay: 3 } })
  const socket = await anna.sit(table)
  const state = await socket.next('state')
  equal(state.clocks.length, 2)
  checkMessages(socket)
  await anna.sit(table, { seat: 0 }).then(() => { throw new Error('a player peeps') }, (e) => equal(e.status, 403))
  const watcher = await bert.sit(table, { seat: 0 })
  await watcher.next('state')
  checkMessages(watcher)
  for (const wrong of [{ clock: { kind: 'sand' } }, { clock: { kind: 'bank' } }, { spectators: { see: 'x' } }, { seats: [] , options: { days: '99' } }, { options: { position: 'custom' } },
    { seats: [{ kind: 'bot' }, { kind: 'bot' }] }, { seats: [{ kind: 'me' }] }, { more: 1 }, { rated: true }])
    check((await call(anna, 'POST', '/api/tables', { game: 'risk_cybertron', ...wrong })).status >= 400, JSON.stringify(wrong))
})

test('the options that the page offers are options of the game, each once', async () => {
  for (const { id, options } of (await anna.get('/api/games')).json.games) {
    check(new Set(options.map(({ name }) => name)).size === options.length, `${id} names an option twice`)
    for (const { name, values = ['x'] } of options)
      for (const value of [values[0], values.at(-1)]) {
        const answer = await anna.post('/api/tables', { game: id, options: { [name]: value } })
        check(answer.status === 201 || !answer.text.includes('there is no option'), `${id}: ${name}=${value}: ${answer.text}`)
      }
  }
})

test('the workbench and a table with content of one\'s own', async () => {
  const game = 'dino_battles'
  const { records } = (await call(anna, 'GET', `/api/workbench/${game}`)).json
  const one = records.find((record) => record.id === 'supply_run')
  const patch = `patch: ${game}\n${one.table}:\n  - ${one.source.replace('draw: 3', 'draw: 4').trimEnd().replaceAll('\n', '\n    ')}\n`
  check((await call(anna, 'POST', `/api/workbench/${game}/check`, { patch })).json.good, 'not good')
  check(!(await call(anna, 'POST', `/api/workbench/${game}/check`, { patch: patch.replace('cost:', 'costs:') })).json.good, 'good')
  const { run } = (await call(anna, 'POST', `/api/workbench/${game}/what-if`, { patch, pairs: 20 })).json
  await until('a run', 30, async () => (await call(anna, 'GET', `/api/what-ifs/${run}`)).json.status === 'done')
  await call(anna, 'DELETE', `/api/what-ifs/${run}`)
  const { table } = (await call(anna, 'POST', '/api/tables', { game, content: patch })).json
  const info = (await call(anna, 'GET', `/api/tables/${table}`)).json
  equal(info.own_content, ['strategies.supply_run'])
  for (const what of ['cards', 'content', 'words', 'patch.yaml', 'faces/supply_run.svg']) equal((await call(anna, 'GET', `/api/tables/${table}/${what}`)).status, 200, what)
  const socket = await anna.sit(table)
  await socket.next('state')
  checkMessages(socket)
})

test('health, figures, headers', async () => {
  await call(anna, 'GET', '/healthz')
  const figures = await call(anna, 'GET', '/metrics')
  check(figures.text.includes('rulewright_choices_total'), 'no figures')
  check(figures.headers['content-security-policy'].includes("default-src 'self'"), 'no policy')
  check(/HttpOnly; SameSite=Lax/.test((await request(port, 'GET', '/api/me')).headers['set-cookie'][0]), 'cookie')
})

test('every operation of the API was tried', async () => {
  const missing = []
  for (const [path, operations] of Object.entries(schemaFile('openapi.json').paths))
    for (const method of Object.keys(operations))
      if (['get', 'post', 'delete'].includes(method) && !described.has(`${method.toUpperCase()} ${path}`)) missing.push(`${method} ${path}`)
  equal(missing, [])
  await sleep(10)
  equal((await server.stop()).code, 0)
  equal(server.errors, '')
})

await runTests()
