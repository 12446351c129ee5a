// Hostile clients: malformed, oversized, out of order, replayed, someone else's token. All is refused, nothing
// changes, and an honest game beside it goes on undisturbed.
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { Person, Server, Socket, check, dice, equal, frame, pick, request, runTests, sleep, test, until } from './client.mjs'

const server = await Server.start({ messages: 300 })
const port = server.port
const roll = dice(11)
const anna = await Person.arrive(port)
const bert = await Person.arrive(port)
const mallory = await Person.arrive(port)
const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'open' }], options: { deal_zones: 'on' } })
await bert.post(`/api/tables/${table}/join`)
const one = await anna.sit(table, { seat: 1 })
const two = await bert.sit(table, { seat: 2 })
await Promise.all([one.next('state'), two.next('state')])

async function honestTurns(count) {
  for (let i = 0; i < count; i += 1) {
    const asked = one.last('state').decision ? one : two
    const at = one.last('state').at
    asked.send(pick(asked.last('state').decision, roll))
    await until('both to be told', 5, () => one.last('state').at > at && two.last('state').at > at)
  }
}
async function unchanged(body) {
  await honestTurns(2)
  const before = one.last('state').at
  await body()
  await sleep(50)
  equal(one.last('state').at, before, 'something changed')
  await honestTurns(2)
}
function raw(bytes, ms = 300) {
  return new Promise((done) => {
    let text = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (data) => (text += data))
    socket.on('error', () => done(text))
    socket.on('close', () => done(text))
    setTimeout(() => { socket.destroy(); done(text) }, ms)
  })
}

test('malformed socket messages', () => unchanged(async () => {
  const words = ['{', '}', '"v"', ':', '1', ',', '"type"', '"choose"', 'null', '[', ']', '"decision"', '-5', '1e999', '"\\ud800"', 'true', '"choice"', '{}', '\u0000']
  for (let i = 0; i < 250; i += 1) {
    let text = ''
    for (let k = roll(12); k >= 0; k -= 1) text += words[roll(words.length)]
    one.send(text)
  }
  await until('refusals', 10, () => one.messages.filter((m) => m.type === 'refused').length >= 250)
  check(one.open, 'an honest socket was closed')
  await sleep(1000)
}))

test('broken choices of an otherwise honest player', () => unchanged(async () => {
  const asked = one.last('state').decision ? one : two
  const other = asked === one ? two : one
  const decision = asked.last('state').decision
  const right = pick(decision, roll)
  let sent = 0
  const refused = asked.messages.filter((m) => m.type === 'refused').length
  for (const change of [{ decision: decision.number + 1 }, { decision: 0, choice: right.choice }, { choice: '0' }, { choice: '99999999999999999999' }, { choice: right.choice, amount: 65535 },
    { choice: undefined, notation: 'x'.repeat(400) }, { choice: undefined, notation: '{a:zone}' }, { choice: undefined, notation: '' }, { v: 1 }, { type: 'chose' }]) {
    asked.send(JSON.stringify({ v: 2, ...right, ...change }))
    sent += 1
  }
  for (let i = 0; i < 60; i += 1) {
    asked.send({ ...right, amount: undefined, choice: String((BigInt(roll(2 ** 31)) << 32n) | BigInt(roll(2 ** 31))) })
    sent += 1
  }
  await until('refusals', 10, () => asked.messages.filter((m) => m.type === 'refused').length >= refused + sent)
  other.send({ ...right })
  await other.next((m) => m.type === 'refused' && m.code === 'not_asked')
}))

test('a choice replayed', async () => {
  await honestTurns(1)
  const asked = one.last('state').decision ? one : two
  const at = one.last('state').at
  const message = pick(asked.last('state').decision, roll)
  for (let i = 0; i < 5; i += 1) asked.send(message)
  await until('refusals', 5, () => asked.messages.slice(-8).filter((m) => m.type === 'refused').length >= 4)
  equal(one.last('state').at, at + 1)
})

test("someone else's seat and token", () => unchanged(async () => {
  for (const seat of [1, 2, 3, 7]) await mallory.sit(table, { seat }).then(() => { throw new Error('let in') }, (e) => check(e.status >= 400, String(e)))
  const stolen = new Person(port)
  stolen.me = anna.me
  stolen.cookie = `${anna.cookie.slice(0, -1)}${anna.cookie.endsWith('0') ? '1' : '0'}`
  await stolen.sit(table, { seat: 1 }).then(() => { throw new Error('a forged cookie works') }, (e) => equal(e.status, 403))
  const watcher = await mallory.sit(table, { seat: 0 })
  await watcher.next('state')
  for (const type of ['resign', 'undo', 'draw', 'rematch']) watcher.send({ type })
  watcher.send({ type: 'choose', decision: one.last('state').decision?.number ?? two.last('state').decision.number, notation: 'end phase' })
  await until('refusals', 5, () => watcher.messages.filter((m) => m.type === 'refused').length === 5)
  for (const path of ['leave', 'seats', 'take-over']) check((await mallory.post(`/api/tables/${table}/${path}`, path === 'seats' ? { seat: 1, kind: 'bot' } : path === 'leave' ? {} : { at: 1, seat: 1 })).status >= 400, path)
  equal((await mallory.get(`/api/tables/${table}/replay?as=1`)).status, 403)
  equal((await anna.get(`/api/tables/${table}/replay?as=2`)).status, 403)
  equal((await anna.get(`/api/tables/${table}/replay?as=all`)).status, 403)
  equal((await anna.get(`/api/tables/${table}/replay.rwreplay`)).status, 403)
}))

test('CSRF and foreign origins', () => unchanged(async () => {
  const body = JSON.stringify({ game: 'risk_cybertron' })
  const headers = { 'Content-Type': 'application/json', Cookie: anna.cookie }
  equal((await request(port, 'POST', '/api/tables', { headers, body })).status, 403)
  equal((await request(port, 'POST', '/api/tables', { headers: { ...headers, 'X-CSRF': bert.me.csrf }, body })).status, 403)
  equal((await request(port, 'POST', '/api/tables', { headers: { ...headers, 'X-CSRF': anna.me.csrf, Origin: 'http://evil.example' }, body })).status, 403)
  equal((await request(port, 'POST', '/api/tables', { headers: { ...headers, 'X-CSRF': anna.me.csrf, Origin: `http://127.0.0.1:${port}` }, body })).status, 201)
  await Socket.open(port, `/ws/tables/${table}?seat=1`, { Cookie: anna.cookie, Origin: 'http://evil.example' }).then(() => { throw new Error('let in') }, (e) => equal(e.status, 403))
}))

test('REST with random bodies and paths', () => unchanged(async () => {
  const bodies = ['', '{', 'null', '[]', '{"game":1}', '{"game":"risk_cybertron","seats":7}', '{"seat":"x"}', '{"seat":99999999999}', '{"name":{}}', '\u0000', `{"name":"${'x'.repeat(5000)}"}`,
    '{"game":"risk_cybertron","options":{"days":7}}', '{"at":-1,"seat":1}', '[[[[[[[[', '{"deck":5}']
  const paths = ['/api/tables', '/api/me', '/api/login', '/api/accounts', '/api/replays', '/api/decks', `/api/tables/${table}/join`, `/api/tables/${table}/seats`,
    `/api/tables/${table}/take-over`, '/api/games/risk_cybertron/decks/check', '/api/nothing', '/api/tables/%00/join', '/api/tables/../../etc/passwd']
  for (const path of paths)
    for (const body of bodies) {
      const answer = await request(port, 'POST', path, { headers: mallory.headers({ 'Content-Type': 'application/json' }), body })
      check(answer.status >= 400 && answer.status < 500, `${path} ${body}: ${answer.status}`)
      check(answer.json?.error?.code, `${path} ${body}: ${answer.text}`)
    }
  for (const path of ['/../../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/api/games/%2e%2e', '/ws/tables/x', '/api/tables/' + 'a'.repeat(3000)]) {
    const answer = await request(port, 'GET', path)
    check(!answer.text.includes('root:'), 'a file leaked')
    check(answer.status !== 500, path)
  }
}))

test('bytes that are not HTTP, and too many of them', () => unchanged(async () => {
  for (let i = 0; i < 30; i += 1) await raw(Buffer.from(Array.from({ length: 1 + roll(300) }, () => roll(256))), 60)
  check((await raw(`GET / HTTP/1.1\r\nX: ${'y'.repeat(20000)}\r\n\r\n`)).includes(' 431 '), 'a huge header')
  check((await raw('POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n')).includes(' 413 '), 'a huge body')
  check((await raw(`POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n20000\r\n${'z'.repeat(0x20000)}\r\n0\r\n\r\n`)).includes(' 413 '), 'a huge chunked body')
  await raw('GET / HTTP/1.1\r\nHost:', 100)
}))

test('broken frames and oversized messages close only their own socket', () => unchanged(async () => {
  for (const bytes of [frame('x'.repeat(5000)), frame('x', { mask: false }), frame('x', { opcode: 11 }), frame('x', { opcode: 0 }), Buffer.alloc(20, 0xff), frame(Buffer.from([0xff, 0xfe])),
    frame('x'.repeat(200), { opcode: 9 })]) {
    const watcher = await mallory.sit(table, { seat: 0 })
    await watcher.next('state')
    watcher.raw.write(bytes)
    await Promise.race([watcher.closed, sleep(3000)])
    check(!watcher.open, `still open after ${bytes.subarray(0, 8).toString('hex')}`)
  }
  const binary = await mallory.sit(table, { seat: 0 })
  binary.raw.write(frame('{"v":2,"type":"ping"}', { opcode: 2 }))
  await sleep(100)
  check(!binary.last('pong'), 'binary is answered')
  await binary.close()
}))

test('a flood is cut off', () => unchanged(async () => {
  const flood = await mallory.sit(table, { seat: 0 })
  await flood.next('state')
  for (let i = 0; i < 2000; i += 1) flood.send({ type: 'ping' })
  await flood.next('bye')
  await flood.closed
  // The frames below the messages, which are answered too.
  for (const opcode of [9, 10]) {
    const pings = await mallory.sit(table, { seat: 0 })
    await pings.next('state')
    for (let i = 0; i < 2000; i += 1) pings.raw.write(frame('', { opcode }))
    await until(`a flood of frames ${opcode} to be cut off`, 10, () => !pings.open)
  }
}))

test('who does not read is let go, the others are told on time', async () => {
  const lazy = await mallory.sit(table, { seat: 0 })
  await lazy.next('state')
  lazy.raw.pause()
  const lame = await mallory.sit(table, { seat: 0 })
  lame.raw.pause()
  const start = Date.now()
  await honestTurns(20)
  check(Date.now() - start < 10000, 'the honest ones waited')
  await honestTurns(2)
  // What a table tells is little, so one that answers every message is needed to fill a socket.
  const patient = await Server.start({ messages: 1e6 })
  const nora = await Person.arrive(patient.port)
  const pushing = await nora.sit(await nora.table({ seats: [{ kind: 'me' }, { kind: 'me' }] }))
  await pushing.next('state')
  pushing.raw.pause()
  for (let i = 0; i < 400000 && pushing.open; i += 1) {
    pushing.send({ type: 'ping', ref: i })
    if (i % 5000 === 0) await sleep(1)
  }
  await until('the slow socket to be closed', 60, async () => (await patient.metrics()).rulewright_sockets_slow_total > 0)
  await patient.stop()
})

test('no more connections than there is room for', async () => {
  const small = await Server.start({ more: ['--connections', '6'] })
  const idle = Array.from({ length: 10 }, () => net.connect(small.port, '127.0.0.1').on('error', () => {}))
  await until('some to be turned away', 10, () => idle.filter((s) => s.closed).length >= 4)
  equal(idle.filter((s) => s.closed).length, 4)
  await request(small.port, 'GET', '/healthz').then(() => { throw new Error('let in') }, () => {})
  for (const s of idle) s.destroy()
  await until('room again', 10, () => request(small.port, 'GET', '/healthz').then((r) => r.status === 200, () => false))
  equal((await small.stop()).code, 0)
})

test('whoever has many tables thought about keeps nobody waiting', async () => {
  const busy = await Server.start({ more: ['--bots', '1'] })
  const greedy = await Person.arrive(busy.port)
  const thinker = { kind: 'bot', bot: 'search:20000' }
  for (let i = 0; i < 28; i += 1) await greedy.table({ seats: [{ kind: 'me' }, thinker, thinker] })
  const left = async () => (await busy.metrics()).rulewright_bots_waiting
  const begun = await left()
  check(begun > 4, `only ${begun} questions wait`)
  const modest = await Person.arrive(busy.port)
  equal((await modest.become('/api/accounts', 'Modest', 'a long password')).status, 201)
  check(await left() > 0, 'the account waited for all of them')
  for (let i = 0; i < 3; i += 1) {
    const table = await modest.table({ seats: [{ kind: 'me' }, { kind: 'bot', bot: 'greedy' }] })
    const socket = await modest.sit(table)
    await socket.next((m) => m.type === 'state' && m.decision)
  }
  check(await left() > 0, 'the bot waited for all of them')
  equal((await busy.stop()).code, 0)
})

// Many requests of one address, and somebody else's: how many of the first are answered when the other is.
async function answeredBefore(many, other) {
  let answered = 0
  const all = many.map((ask) => ask().then((answer) => { answered += 1; return answer.status }))
  await sleep(20)
  const answer = await other()
  const before = answered
  return { before, answer, statuses: await Promise.all(all) }
}

test('deck lists of nonsense take neither time nor memory', async () => {
  const peak = () => Number(readFileSync(`/proc/${server.child.pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)[1])
  const before = peak()
  const lists = {
    copies: '2000000000 Bumblebee, Brave Warrior\n'.repeat(300),
    cards: '2000000000 Zap\n'.repeat(300),
    nonsense: 'a\n'.repeat(8000),
    names: Array.from({ length: 900 }, (_, i) => `3 Bumblebeee x${i}`).join('\n'),
  }
  for (const [what, list] of Object.entries(lists)) {
    const start = Date.now()
    const answer = await mallory.post('/api/tables', { game: 'transformers_tcg', options: { list_1: list } })
    equal(answer.status, 400, `${what}: ${answer.text.slice(0, 200)}`)
    check(Date.now() - start < 1000, `${what} took ${Date.now() - start} ms`)
  }
  check(peak() - before < 200 * 1024, `${peak() - before} KiB for lists of a few`)
  // A line that is no card looks like a heading; many of them once took hours.
  const headings = Array.from({ length: 1500 }, (_, i) => `heading${i}\n1 a`).join('\n')
  for (const game of ['transformers_tcg', 'dragon_booster']) {
    const answer = await mallory.post(`/api/games/${game}/decks/check`, { deck: headings })
    equal(answer.status, 200)
    equal(answer.json.legal, false)
  }
  equal((await mallory.post('/api/tables', { game: 'dragon_booster', options: { list_1: '99 sidewinder,'.repeat(1100) } })).status, 400)
})

test('whoever has many decks looked at keeps nobody from logging in', async () => {
  const deck = Array.from({ length: 1500 }, (_, i) => `3 Bumblebeee x${i}`).join('\n')
  const modest = await Person.arrive(port)
  const { before, answer, statuses } = await answeredBefore(
    Array.from({ length: 40 }, () => () => mallory.post('/api/games/transformers_tcg/decks/check', { deck })),
    () => modest.become('/api/accounts', 'Modest Too', 'a long password'))
  equal(answer.status, 201)
  check(statuses.every((status) => status === 200), `${statuses}`)
  check(before < 35, `${before} of 40 decks were looked at first`)
})

test('whoever reads many replays keeps no table waiting', async () => {
  const single = await Server.start({ more: ['--loops', '1'] })
  const nora = await Person.arrive(single.port)
  const replayed = await nora.table({ game: 'transformers_tcg', seats: [{ kind: 'me' }, { kind: 'me' }] })
  const both = await Promise.all([nora.sit(replayed), nora.sit(replayed, { seat: 2 })])
  for (const s of both) await s.next('state')
  for (let i = 0; i < 100 && !both[0].last('state').over; i += 1) {
    const asked = both.find((s) => s.last('state').decision)
    const { at } = asked.last('state')
    asked.send(pick(asked.last('state').decision, roll))
    await until('both to be told', 5, () => both.every((s) => s.last('state').at > at))
  }
  const { before, answer, statuses } = await answeredBefore(
    Array.from({ length: 60 }, () => () => nora.get(`/api/tables/${replayed}/replay?as=1&count=100`)),
    () => request(single.port, 'GET', '/healthz'))
  equal(answer.status, 200)
  check(statuses.every((status) => status === 200), `${statuses}`)
  check(before < 30, `${before} of 60 replays were told first`)
  equal((await single.stop()).code, 0)
})

test('an address is text', async () => {
  for (const path of ['/api/people/%FF', '/api/people/a%00b', `/api/tables/${'%FF'.repeat(26)}`, '/%C0%AF'])
    equal((await request(port, 'GET', path)).status, 400, path)
  await Socket.open(port, `/ws/tables/${'%FE'.repeat(26)}`, { Cookie: anna.cookie }).then(() => { throw new Error('let in') }, (e) => equal(e.status, 400))
  equal((await request(port, 'GET', '/api/people/%C3%A9t%C3%A9')).status, 404)
  equal((await mallory.post('/api/login', { name: 'Nobody\u0000', password: 'a long password' })).status, 400)
})

test('nothing of it made the server stumble', async () => {
  const after = await server.metrics()
  equal(after.rulewright_storage_failures_total, 0)
  equal((await server.stop()).code, 0)
  check(!/terminate|Assertion|Sanitizer/.test(server.errors), server.errors)
})

await runTests()
