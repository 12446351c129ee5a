// What happens when the machine around the server fails: full disks, clocks that jump, files that are damaged.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Person, Server, check, dice, equal, pick, program, request, runTests, sanitized, sleep, temporaryFolder, test, until } from './client.mjs'

// Sets up tables until storage refuses; what was there before goes on being shown.
async function fill(server, anna) {
  for (let i = 0; i < 2000; i += 1) {
    const answer = await anna.post('/api/tables', { game: 'risk_cybertron', seats: [{ kind: 'me' }, { kind: 'open' }] })
    if (answer.status === 503) return i
    equal(answer.status, 201, answer.text)
  }
  throw new Error('it was never full')
}

test('a file that has grown to its limit (SIGXFSZ)', async () => {
  const server = await Server.start({ wrap: ['prlimit', '--fsize=400000:400000'] })
  const anna = await Person.arrive(server.port)
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'me' }], options: { deal_zones: 'on' } })
  const sockets = await Promise.all([anna.sit(table), anna.sit(table, { seat: 2 })])
  for (const s of sockets) await s.next('state')
  await fill(server, anna)
  // A choice is smaller than a table: a few may still find room.
  const roll = dice(1)
  for (let i = 0; i < 200; i += 1) {
    const asked = sockets.find((s) => s.last('state').decision)
    const { at } = asked.last('state')
    asked.send(pick(asked.last('state').decision, roll))
    await until('an answer', 20, () => asked.last('refused') || sockets.every((s) => s.last('state').at > at))
    if (!asked.last('refused')) continue
    equal(asked.last('refused').code, 'storage')
    equal(asked.last('state').at, at, 'nothing happened')
    break
  }
  check(sockets.some((s) => s.last('refused')), 'never refused')
  equal((await request(server.port, 'GET', '/healthz')).status, 503)
  check(/storage failed/.test(server.errors), server.errors)
  equal((await server.stop()).code, 0)
})

test('a full disk, and room again', async () => {
  const folder = temporaryFolder()
  const mounted = process.getuid() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700k', 'none', folder]).status === 0
  if (!mounted) return console.log('     left out: a small disk cannot be mounted here')
  try {
    const server = await Server.start({ folder })
    const anna = await Person.arrive(server.port)
    await fill(server, anna)
    equal((await request(server.port, 'GET', '/healthz')).status, 503)
    execFileSync('mount', ['-o', 'remount,size=20m', folder])
    const table = await until('room', 10, async () => (await anna.post('/api/tables', { game: 'risk_cybertron' })).json?.table)
    const socket = await anna.sit(table)
    await socket.next('state')
    equal((await request(server.port, 'GET', '/healthz')).status, 200)
    equal((await server.stop()).code, 0)
  } finally {
    spawnSync('umount', ['-l', folder])
  }
})

const faketime = ['/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1', '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1'].find((f) => existsSync(f))

test('a clock on the wall that jumps, and cookies that expire', async () => {
  if (sanitized) return console.log('     left out: nothing can be preloaded before a sanitizer')
  if (!faketime) throw new Error('libfaketime is not installed (Debian: faketime)')
  const time = join(temporaryFolder(), 'time')
  writeFileSync(time, '+0')
  const server = await Server.start({ env: { LD_PRELOAD: faketime, FAKETIME_TIMESTAMP_FILE: time, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' } })
  const anna = await Person.arrive(server.port)
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'me' }], clock: { kind: 'bank', seconds: 600 }, options: { deal_zones: 'on' } })
  const socket = await anna.sit(table)
  await socket.next('state')
  const left = async () => {
    socket.send({ type: 'sync' })
    return Math.min(...(await socket.next((m) => m.type === 'state' && m.cause === 'asked')).clocks.map((c) => c.left))
  }
  const before = await left()
  writeFileSync(time, '+2h')
  await sleep(1200)
  const jumped = (await anna.post('/api/tables', { game: 'risk_cybertron' })).json.table
  check((await anna.get(`/api/tables/${jumped}`)).json.created > Date.now() + 3600e3, 'the clock on the wall did not jump')
  const after = await left()
  check(before - after < 30000, `${before} ms before, ${after} ms after two hours on the wall`)
  writeFileSync(time, '-2h')
  await sleep(1200)
  check(before - (await left()) < 60000, 'a jump back')
  check(socket.last('table').offers.length === 0, 'out of time')
  // A guest's cookie is good for half a year, and renewed when it is used.
  const cookie = anna.cookie
  writeFileSync(time, '+30d')
  await anna.get('/api/me')
  check(anna.cookie !== cookie, 'not renewed')
  const old = new Person(server.port)
  old.cookie = cookie
  writeFileSync(time, '+100d')
  equal((await old.get(`/api/tables/${table}`)).json.you.seats, [1, 2])
  writeFileSync(time, '+200d')
  equal((await old.get(`/api/tables/${table}`)).json.you.seats, [])
  equal((await anna.get(`/api/tables/${table}`)).json.you.seats, [1, 2], 'the renewed one')
  await server.stop()
})

test('thinking time survives a stop and a kill', async () => {
  const server = await Server.start()
  const anna = await Person.arrive(server.port)
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'me' }], clock: { kind: 'decision', seconds: 60 }, options: { deal_zones: 'on' } })
  const left = async () => {
    const socket = await until('the table', 10, () => anna.sit(table).catch(() => false))
    const clocks = (await socket.next('state')).clocks
    await socket.close()
    return Math.min(...clocks.map((c) => c.left))
  }
  await left()
  await sleep(3000)
  await server.stop()
  await sleep(1500)
  await server.launch()
  const stopped = await left()
  check(stopped < 57500 && stopped > 40000, `${stopped} ms left after a stop`)
  await sleep(11000) // longer than the server keeps it to itself
  await server.kill()
  await server.launch()
  const killed = await left()
  check(killed < stopped - 4000, `${killed} ms left after a kill, ${stopped} before`)
  await server.stop()
})

test('an unclean stop is checked and said; what is damaged is not opened', async () => {
  const server = await Server.start()
  const anna = await Person.arrive(server.port)
  for (let i = 0; i < 30; i += 1) await anna.table({ seats: [{ kind: 'me' }, { kind: 'open' }] })
  await server.stop()
  const file = join(server.folder, 'rulewright.db')
  check(!existsSync(`${file}-wal`) || statSync(`${file}-wal`).size === 0, 'the log was not put into the file')
  await server.launch()
  equal(server.errors, '', 'a stop in order is nothing to talk about')
  await anna.table({ seats: [{ kind: 'me' }, { kind: 'open' }] })
  await server.kill()
  // The last frame of the log again, torn: the same round, a wrong checksum.
  const log = readFileSync(`${file}-wal`)
  const page = log.readUInt32BE(8)
  const frame = Buffer.from(log.subarray(log.length - page - 24))
  frame.fill(0x33, 24)
  writeFileSync(`${file}-wal`, Buffer.concat([log, frame]))
  await server.launch()
  check(/did not stop in order/.test(server.errors), server.errors)
  check(/the end of the write-ahead log was lost/.test(server.errors), server.errors)
  await server.stop()
  server.errors = ''
  const bytes = readFileSync(file)
  bytes.fill(0x55, 4 * 1024, 12 * 1024)
  writeFileSync(file, bytes)
  writeFileSync(join(server.folder, 'lock'), 'running\n')
  await server.launch().then(() => { throw new Error('it started') }, (e) => check(/damaged/.test(e.message), e.message))
  check(spawnSync(program, ['admin', 'check', '--data', server.folder]).status !== 0, 'it was found sound')
})

await runTests()
