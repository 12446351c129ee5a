// PostgreSQL: the store's own tests on it, two servers sharing tables, and one of them killed.
import { execFileSync, spawnSync } from 'node:child_process'
import net from 'node:net'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Person, Server, check, dice, equal, freePort, pick, program, request, runTests, sleep, temporaryFolder, test, until } from './client.mjs'

const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
if (versions.length === 0) {
  console.log('PostgreSQL is not installed')
  process.exit(1)
}
const tools = join('/usr/lib/postgresql', versions.sort((a, b) => a - b).at(-1), 'bin')

// PostgreSQL refuses to run as root.
const folder = mkdtempSync(join(tmpdir(), 'rulewright-postgres-'))
const asRoot = process.getuid() === 0
chmodSync(folder, 0o777)
function run(tool, ...args) {
  const [command, all] = asRoot ? ['runuser', ['-u', 'postgres', '--', join(tools, tool), ...args]] : [join(tools, tool), args]
  execFileSync(command, all, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' })
}
const data = join(folder, 'data')
const databasePort = await freePort()
run('initdb', '-D', data, '-U', 'rulewright', '--auth=trust', '--no-sync')
run('pg_ctl', '-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), '-o', `-p ${databasePort} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`, 'start')
process.on('exit', () => {
  try { run('pg_ctl', '-D', data, '-m', 'immediate', 'stop') } catch {}
  rmSync(folder, { recursive: true, force: true })
})
const url = `postgresql://rulewright@127.0.0.1:${databasePort}/postgres`

async function startServer(port, more = [], through = url, perAddress = undefined) {
  return await Server.start({ port, more: ['--database', through, ...more], perAddress })
}
function sql(text) {
  const { stdout } = spawnSync(join(tools, 'psql'), [url, '-Atc', text], { encoding: 'utf8' })
  return stdout.trim()
}

// A wire to the database that can be cut: between a commit and its answer, or so that nothing comes through.
async function wire() {
  const port = await freePort()
  const ends = new Set()
  const state = { cutCommit: false, hung: false, closed: false, cuts: 0 }
  const listener = net.createServer((client) => {
    if (state.closed) return client.destroy()
    const database = net.connect(databasePort, '127.0.0.1')
    const cut = () => { client.destroy(); database.destroy() }
    ends.add(cut)
    for (const end of [client, database]) end.on('error', cut).on('close', cut)
    client.on('data', (data) => { if (!state.hung) database.write(data) })
    database.on('data', (data) => {
      if (state.hung) return
      if (state.cutCommit && data.includes('COMMIT\0')) { state.cutCommit = false; state.cuts += 1; return cut() }
      client.write(data)
    })
  })
  await new Promise((done) => listener.listen(port, '127.0.0.1', done))
  return {
    state,
    url: `postgresql://rulewright@127.0.0.1:${port}/postgres`,
    cutAll: () => { for (const cut of ends) cut(); ends.clear() },
  }
}
async function twoSeats(person) {
  const table = await person.table({ seats: [{ kind: 'me' }, { kind: 'me' }], options: { deal_zones: 'on', days: '12' } })
  const sockets = await Promise.all([person.sit(table, { seat: 1 }), person.sit(table, { seat: 2 })])
  for (const s of sockets) await s.next('state')
  return { table, sockets }
}
async function playOn(sockets, count, roll) {
  for (let i = 0; i < count; i += 1) {
    const asked = sockets.find((s) => s.last('state').decision)
    const { at } = asked.last('state')
    asked.send(pick(asked.last('state').decision, roll))
    await until('both to be told', 10, () => sockets.every((s) => s.last('state').at > at))
  }
}
async function back(person, table, options) {
  return await until('the table', 15, () => person.sit(table, options).catch(() => false))
}

test('the store, tried on PostgreSQL', async () => {
  const program = process.env.RULEWRIGHT_SERVER_TESTS ?? 'build/release/rulewright_server_tests'
  const result = spawnSync(program, ['--gtest_filter=*PostgreSQL*'], { env: { ...process.env, RULEWRIGHT_TEST_DATABASE: url }, encoding: 'utf8' })
  check(result.status === 0, result.stdout + result.stderr)
  check(!result.stdout.includes('SKIPPED'), 'they were skipped')
})

test('two servers share tables, and one takes over when the other is killed', async () => {
  const roll = dice(9)
  const first = await startServer()
  const second = await startServer()
  const anna = await Person.arrive(first.port)
  const bert = new Person(second.port)
  await bert.get('/api/me').then((answer) => (bert.me = answer.json))
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'open' }], options: { deal_zones: 'on', days: '12' }, listed: true })
  // Bert is at the other server: his requests and his socket are passed on to the table's owner.
  check((await bert.get('/api/tables')).json.tables.some((t) => t.table === table), 'not in the list')
  equal((await bert.post(`/api/tables/${table}/join`)).json.seat, 2)
  let sockets = await Promise.all([anna.sit(table, { seat: 1 }), bert.sit(table, { seat: 2 })])
  for (const s of sockets) await s.next('state')
  await playOn(sockets, 40, roll)
  const told = sockets.map((s) => s.last('state'))
  equal(told[0].at, told[1].at)
  const botTable = await anna.table({ seats: [{ kind: 'me' }, { kind: 'bot', bot: 'greedy' }] })
  await first.kill()
  const start = Date.now()
  anna.port = second.port
  sockets = await Promise.all([back(anna, table, { seat: 1, seen: told[0].at }), back(bert, table, { seat: 2, seen: told[1].at })])
  for (const [i, s] of sockets.entries()) {
    const state = await s.next('state')
    equal(state.at, told[i].at)
    equal(state.view, told[i].view)
    equal(state.decision, told[i].decision)
  }
  console.log(`     taken over after ${Date.now() - start} ms`)
  await playOn(sockets, 40, roll)
  // The bot's table is adopted without anybody asking.
  await until('adoption', 10, async () => (await request(second.port, 'GET', '/metrics')).text.match(/tables_loaded_total ([0-9]+)/)?.[1] >= 2)
  const other = await back(anna, botTable, { seat: 1 })
  await other.next((m) => m.type === 'state' && m.decision)
  // The first comes back, at the same address, and both go on.
  await first.launch()
  anna.port = first.port
  const again = await back(anna, table, { seat: 1 })
  equal((await again.next('state')).at, sockets[1].last('state').at)
  await playOn([again, sockets[1]], 10, roll)
  equal((await second.stop()).code, 0)
  const late = await back(anna, table, { seat: 1 })
  equal((await late.next('state')).at, again.last('state').at)
  equal((await first.stop()).code, 0)
})

test('kill -9 with one server', async () => {
  const roll = dice(10)
  const server = await startServer()
  const anna = await Person.arrive(server.port)
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'me' }], options: { deal_zones: 'on' } })
  let sockets = await Promise.all([anna.sit(table, { seat: 1 }), anna.sit(table, { seat: 2 })])
  for (const s of sockets) await s.next('state')
  for (let round = 0; round < 3; round += 1) {
    await playOn(sockets, 15, roll)
    const told = sockets.map((s) => s.last('state'))
    await server.kill()
    await server.launch()
    sockets = await Promise.all([back(anna, table, { seat: 1 }), back(anna, table, { seat: 2 })])
    for (const [i, s] of sockets.entries()) equal((await s.next('state')).view, told[i].view)
  }
  await server.stop()
})

test('a connection that is cut between the commit and its answer', async () => {
  const line = await wire()
  const server = await startServer(undefined, [], line.url)
  const anna = await Person.arrive(server.port)
  const { sockets } = await twoSeats(anna)
  const roll = dice(4)
  for (let i = 0; i < 5; i += 1) {
    line.state.cutCommit = true
    await playOn(sockets, 1, roll) // told, because it happened
  }
  check(line.state.cuts >= 3, `cut ${line.state.cuts} times only`)
  check(sockets.every((s) => !s.messages.some((m) => m.type === 'refused')), 'it was said that nothing happened')
  equal((await server.stop()).code, 0)
})

test('an outage: nobody is logged out, lists are errors, and all is well afterwards', async () => {
  const line = await wire()
  const server = await startServer(undefined, [], line.url)
  const anna = await Person.arrive(server.port)
  await anna.become('/api/accounts', 'Anna Out', 'a long password')
  const { table } = await twoSeats(anna)
  line.state.closed = true
  line.cutAll()
  const { cookie } = anna
  const other = new Person(server.port)
  other.cookie = cookie
  equal((await anna.get('/api/tables?mine=1')).status, 503)
  equal((await anna.get('/api/games/risk_cybertron/ratings')).status, 503)
  equal((await anna.get('/api/me')).status, 503)
  equal((await anna.post('/api/logout')).status, 503, 'the session is still good')
  equal(anna.cookie, cookie, 'the cookie was taken away')
  await until('healthz to say so', 10, async () => (await request(server.port, 'GET', '/healthz')).status === 503)
  line.state.closed = false
  await until('the database', 20, async () => (await anna.get('/api/tables?mine=1')).json.tables?.length === 1)
  equal((await anna.get('/api/me')).json.account, true)
  const socket = await back(anna, table, { seat: 1 })
  await socket.next('state')
  equal((await server.stop()).code, 0)
})

test('a database that hangs is said, and does not keep the server from stopping', async () => {
  const line = await wire()
  const server = await startServer(undefined, [], line.url)
  const anna = await Person.arrive(server.port)
  await twoSeats(anna)
  line.state.hung = true
  await until('healthz to say so', 15, async () => (await request(server.port, 'GET', '/healthz')).status === 503)
  const start = Date.now()
  equal((await server.stop()).code, 0)
  check(Date.now() - start < 20000, `it took ${Date.now() - start} ms to stop`)
})

test('a server that slept does not show the old position', async () => {
  const first = await startServer()
  const second = await startServer()
  const anna = await Person.arrive(first.port)
  const { table, sockets } = await twoSeats(anna)
  const roll = dice(6)
  await playOn(sockets, 6, roll)
  first.child.kill('SIGSTOP')
  const away = new Person(second.port)
  away.cookie = anna.cookie
  away.me = anna.me
  const there = await Promise.all([back(away, table, { seat: 1 }), back(away, table, { seat: 2 })])
  for (const s of there) await s.next('state')
  await playOn(there, 8, roll)
  const now = there[0].last('state').at
  first.child.kill('SIGCONT')
  // A new socket at the first one is passed on; the old ones are told to come back.
  const fresh = await back(anna, table, { seat: 0 })
  equal((await fresh.next('state')).at, now)
  for (const s of sockets) await s.next('bye')
  equal((await first.stop()).code, 0)
  equal((await second.stop()).code, 0)
})

test('a relay to a server that has just fallen asleep ends in time', async () => {
  const owner = await startServer()
  const passing = await startServer()
  const anna = await Person.arrive(owner.port)
  const { table } = await twoSeats(anna)
  const bert = await Person.arrive(passing.port)
  equal((await bert.get(`/api/tables/${table}`)).status, 200)
  owner.child.kill('SIGSTOP') // it still counts as alive, so the request is passed on to it
  const answer = await bert.get(`/api/tables/${table}`)
  equal(answer.status, 503, answer.text)
  equal(answer.json.error.code, 'moving')
  // By now the table can be taken over.
  await until('the table', 10, async () => (await bert.get(`/api/tables/${table}`)).status === 200)
  owner.child.kill('SIGCONT')
  equal((await owner.stop()).code, 0)
  equal((await passing.stop()).code, 0)
})

test('relays are counted for whom they are; logging in moves seats at all servers', async () => {
  const owner = await startServer(undefined, [], url, 20)
  const passing = await startServer(undefined, ['--behind-proxy'])
  const anna = await Person.arrive(owner.port)
  const { table } = await twoSeats(anna)
  const sockets = []
  for (let i = 0; i < 300; i += 1) {
    const watcher = await Person.arrive(passing.port, { 'X-Forwarded-For': `10.3.${i >> 8}.${i & 255}` })
    sockets.push(await watcher.sit(table, { seat: 0 }))
    await sockets.at(-1).next('state')
  }
  for (const s of sockets) await s.close()
  // Anna signs up at the other server: her table, open at the first, is the account's.
  const guest = new Person(owner.port)
  guest.cookie = anna.cookie
  guest.me = anna.me
  anna.port = passing.port
  const made = await anna.become('/api/accounts', 'Anna Moves', 'a long password')
  equal(made.status, 201, made.text)
  const seat = await back(anna, table, { seat: 1 })
  await seat.next('state')
  await until('the guest to be shut out', 5, () => guest.sit(table, { seat: 1 }).then((s) => s.close() && false, (e) => e.status === 403))
  equal((await owner.stop()).code, 0)
  equal((await passing.stop()).code, 0)
})

// One connection for several requests: what the other server answers to each.
async function oneAfterTheOther(port, requests) {
  const socket = net.connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += data))
  socket.on('error', () => {})
  let closed = false
  socket.on('close', () => (closed = true))
  for (const [i, text] of requests.entries()) {
    if (!closed) socket.write(text)
    await until('an answer', 10, () => closed || heard.split('HTTP/1.1 ').length > i + 1)
  }
  socket.destroy()
  return heard.split('HTTP/1.1 ').slice(1)
}

test('what is passed on is one request: none that follows comes without its address', async () => {
  const owner = await startServer()
  const passing = await startServer()
  const anna = await Person.arrive(owner.port)
  const { table } = await twoSeats(anna)
  const head = `Host: 127.0.0.1:${passing.port}\r\n`
  const upgrade = `${head}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n`
  const asked = await oneAfterTheOther(passing.port, [`GET /ws/tables/${table}?seat=1 HTTP/1.1\r\n${upgrade}\r\n`, `GET /metrics HTTP/1.1\r\n${head}\r\n`])
  check(asked[0]?.startsWith('403'), asked[0])
  equal(asked.length, 1, 'the next one was answered too')
  equal((await owner.stop()).code, 0)
  equal((await passing.stop()).code, 0)
})

test('what is no text does not reach the database: neither as a fault nor cut short', async () => {
  const server = await startServer()
  const nora = await Person.arrive(server.port)
  equal((await nora.become('/api/accounts', 'Nora Zero', 'a long password')).status, 201)
  // The database takes a text up to its first zero, so this would be her name, and no guess at it.
  const thief = await Person.arrive(server.port)
  for (let i = 0; i < 3; i += 1)
    check((await thief.post('/api/login', { name: `Nora Zero\u0000${i}`, password: 'a long password' })).status >= 400, 'logged in by another name')
  for (const path of ['/api/people/%FF', `/api/tables/${'%FF'.repeat(26)}`, '/api/people/a%00b'])
    equal((await request(server.port, 'GET', path)).status, 400, path)
  equal((await server.metrics()).rulewright_storage_failures_total, 0)
  equal((await request(server.port, 'GET', '/healthz')).status, 200)
  equal((await server.stop()).code, 0)
})

test('a password that is changed logs out at all servers', async () => {
  const first = await startServer()
  const second = await startServer()
  const nora = await Person.arrive(first.port)
  await nora.become('/api/accounts', 'Nora Two', 'a long password')
  const elsewhere = await Person.arrive(second.port)
  await elsewhere.become('/api/login', 'Nora Two', 'a long password')
  const open = await elsewhere.sit(await elsewhere.table({ seats: [{ kind: 'me' }, { kind: 'me' }] }))
  await open.next('state')
  equal((await nora.post('/api/me/password', { password: 'a long password', new: 'another password' })).status, 200)
  await until('the other server to hear of it', 5, async () => !(await elsewhere.get('/api/me')).json.account)
  await until('the socket there to be closed', 5, () => !open.open)
  equal((await nora.get('/api/me')).json.account, true)
  equal((await first.stop()).code, 0)
  equal((await second.stop()).code, 0)
})

test('those in charge, backup and restore', async () => {
  const server = await startServer()
  const anna = await Person.arrive(server.port)
  const { table, sockets } = await twoSeats(anna)
  await playOn(sockets, 5, dice(2))
  const told = sockets[0].last('state')
  const backup = join(temporaryFolder(), 'backup')
  execFileSync(program, ['backup', backup, '--database', url])
  check(execFileSync(program, ['admin', 'tables', '--database', url], { encoding: 'utf8' }).includes(table), 'no table')
  equal(spawnSync(program, ['restore', backup, '--database', url]).status, 2, 'over games')
  execFileSync(program, ['admin', 'close', table, '--database', url])
  await sockets[0].closed
  equal((await server.stop()).code, 0)
  // To a folder, and to another database.
  const folder = join(temporaryFolder(), 'restored')
  execFileSync(program, ['restore', backup, '--data', folder])
  sql('CREATE DATABASE other')
  const other = url.replace(/postgres$/, 'other')
  execFileSync(program, ['restore', backup, '--database', other])
  for (const restored of [await Server.start({ folder }), await startServer(undefined, [], other)]) {
    anna.port = restored.port
    const socket = await back(anna, table, { seat: 1 })
    equal((await socket.next('state')).view, told.view)
    equal((await restored.stop()).code, 0)
  }
})

await runTests()
