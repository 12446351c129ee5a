// PostgreSQL: the store's own tests on it, two servers sharing tables, and one of them killed.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Person, Server, check, dice, equal, freePort, pick, request, runTests, test, until } from './client.mjs'

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

async function startServer(port) {
  return await Server.start({ port, more: ['--database', url] })
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

await runTests()
