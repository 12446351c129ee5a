// Nothing acknowledged is lost: the server is killed in the middle of games, again and again, and every table is
// where its last told choice left it. Every second time the power goes too: what was not synced is not on the disk.
// RULEWRIGHT_KILLS says how often (10 unless told; `./test kill`: 100).
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Person, Server, check, dice, equal, pick, runTests, sanitized, sleep, temporaryFolder, test, until } from './client.mjs'

const kills = Number(process.env.RULEWRIGHT_KILLS ?? 10)
const synced = temporaryFolder()
const powerLoss = join(temporaryFolder(), 'power_loss.so')
execFileSync(process.env.CC ?? 'cc', ['-shared', '-fPIC', '-O1', '-o', powerLoss, join(dirname(fileURLToPath(import.meta.url)), 'power_loss.c'), '-ldl'])
const server = await Server.start({ env: sanitized ? {} : { LD_PRELOAD: powerLoss, POWER_LOSS: synced } })
const port = server.port

function losePower() {
  for (const file of ['rulewright.db', 'rulewright.db-wal', 'rulewright.db-shm']) {
    rmSync(join(server.folder, file), { force: true })
    if (existsSync(join(synced, file))) copyFileSync(join(synced, file), join(server.folder, file))
  }
}

function withoutTime(state) {
  const { clocks, cause, content, frames, log, since, ...rest } = state
  return rest
}
async function back(person, table, options) {
  return await until('the table', 10, () => person.sit(table, options).catch(() => false))
}

async function setUp(anna, bert) {
  const tables = []
  for (let i = 0; i < 5; i += 1) {
    const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'open' }], options: { deal_zones: 'on', days: '12' } })
    await bert.post(`/api/tables/${table}/join`)
    tables.push({ table, sockets: await Promise.all([anna.sit(table), bert.sit(table, { seat: 2 })]) })
  }
  for (const { sockets } of tables) for (const s of sockets) await s.next('state')
  return tables
}

test(`kill -9 in the middle of choices, ${kills} times`, async () => {
  const roll = dice(21)
  const anna = await Person.arrive(port)
  const bert = await Person.arrive(port)
  let tables
  for (let round = 0; round < kills; round += 1) {
    if (round % 10 === 0) tables = await setUp(anna, bert)
    // Play on as fast as the server answers, and pull the plug while answers are under way.
    let going = true
    const players = tables.map(async ({ sockets }) => {
      while (going && sockets.every((s) => s.open)) {
        const asked = sockets.find((s) => s.last('state').decision)
        const at = asked ? asked.last('state').at : -1
        if (asked && asked.sentAt !== at) {
          asked.sentAt = at
          asked.send(pick(asked.last('state').decision, roll))
        }
        await sleep(1)
      }
    })
    await sleep(200 + roll(300))
    await server.kill()
    going = false
    await Promise.all(players)
    if (round % 2 === 1 && !sanitized) losePower()
    const told = tables.map(({ sockets }) => sockets.map((s) => s.last('state')))
    await server.launch()
    for (const [i, entry] of tables.entries()) {
      const acknowledged = Math.max(...told[i].map((s) => s.at))
      entry.sockets = await Promise.all([back(anna, entry.table, { seat: 1, seen: told[i][0].at }), back(bert, entry.table, { seat: 2, seen: told[i][1].at })])
      const now = []
      for (const s of entry.sockets) now.push(await s.next('state'))
      // At most the one choice whose answer was under way has been added.
      check(now[0].at === acknowledged || now[0].at === acknowledged + 1, `told ${acknowledged}, found ${now[0].at}`)
      equal(now[0].at, now[1].at)
      for (const k of [0, 1]) if (told[i][k].at === now[k].at) equal(withoutTime(now[k]), withoutTime(told[i][k]), 'the exact prompt')
    }
    if (round % 10 === 9) check(tables.every(({ sockets }) => sockets[0].last('state').at > 20), 'little was played')
  }
  check(/did not stop in order/.test(server.errors), 'the log does not say that it was killed')
})

test('bots go on by themselves after a kill', async () => {
  const anna = await Person.arrive(port)
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'bot', bot: 'greedy' }], options: { deal_zones: 'on' } })
  const roll = dice(5)
  for (let round = 0; round < 3; round += 1) {
    const socket = await back(anna, table, { seat: 1 })
    for (let i = 0; i < 10; i += 1) {
      const state = await socket.next((m) => m.type === 'state' && (m.decision || m.over))
      if (state.over) return
      socket.send(pick(state.decision, roll))
    }
    await server.kill()
    await server.launch()
  }
})

test('nothing is written while nothing happens', async () => {
  const anna = await Person.arrive(port)
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'me' }] })
  const sockets = await Promise.all([1, 2].map((seat) => anna.sit(table, { seat })))
  await Promise.all(sockets.map((socket) => socket.next('state')))
  const written = () => Number(readFileSync(`/proc/${server.child.pid}/io`, 'utf8').match(/wchar: (\d+)/)[1])
  await sleep(1500)
  const before = written()
  await sleep(3000)
  equal(written() - before, 0)
})

test('a graceful stop tells everyone to come back', async () => {
  const anna = await Person.arrive(port)
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }] })
  const socket = await anna.sit(table)
  await socket.next((m) => m.type === 'state' && m.decision)
  const before = socket.last('state')
  const stopped = server.stop()
  const bye = await socket.next('bye')
  equal(bye.code, 'restart')
  await socket.closed
  equal(socket.code, 1012)
  equal((await stopped).code, 0)
  await server.launch()
  const again = await back(anna, table, { seat: 1, seen: before.at })
  equal(withoutTime(await again.next('state')), withoutTime(before))
})

test('two servers cannot use one folder', async () => {
  await Server.start({ folder: server.folder }).then(() => { throw new Error('it started') }, (e) => check(/another server/.test(e.message), e.message))
  await server.stop()
})

await runTests()
