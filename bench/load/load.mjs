// The load on a table server: many live tables of two seats, a choice at each every few seconds. Loopback only;
// starts its own servers and stops by itself.
//
//   node bench/load/load.mjs [--tables 2000] [--every 5] [--seconds 60] [--games risk_cybertron] [--data DIR]
//        [--program PROGRAM] [--before PROGRAM] [--loops 0] [--rejoin 0] [--spectators 0]
//
// --games      several with commas, or all: one after the other
// --before     another program, measured in turn with ours: figures before and after in one run
// --loops      threads that our program spreads its tables over; 0: as many as it takes by itself
// --rejoin     choices at each table before the server is restarted and every socket comes back at once
// --spectators so many watch one table and ask for the whole state as often as they may
//
// Prints for each game what a choice costs: the server's own work on it, processor time of the threads that tables live in and
// of the busiest of them, bytes to both seats, bytes written to the disk; the time from a choice sent to both seats told; memory.
import { House, LiveTable, frame, sleep } from './house.mjs'

const options = { tables: 2000, every: 5, seconds: 60, games: 'risk_cybertron', data: '', program: process.env.RULEWRIGHT ?? 'build/release/rulewright', before: '', loops: 0, rejoin: 0, spectators: 0 }
for (let i = 2; i < process.argv.length; i += 2) {
  const name = process.argv[i].replace(/^--/, '')
  if (!(name in options)) throw new Error(`unknown option --${name}`)
  options[name] = typeof options[name] === 'number' ? Number(process.argv[i + 1]) : process.argv[i + 1]
}
options.tables = Math.min(options.tables, 5000)
options.seconds = Math.min(options.seconds, 600)
const every_game = ['risk_cybertron', 'transformers_tcg', 'transformers_dbg', 'dragon_booster', 'dino_battles']
const games = options.games === 'all' ? every_game : options.games.split(',')
const part = (sorted, of) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN

async function setUp(house, game, told) {
  const tables = []
  const queue = Array.from({ length: options.tables }, (_, i) => i)
  await Promise.all(Array.from({ length: 8 }, async () => {
    while (queue.pop() !== undefined) {
      const table = new LiveTable(house, await house.newTable(game), told)
      await table.sit()
      tables.push(table)
    }
  }))
  return tables
}

// Every table has its own moment in the interval. One ticker keeps to them: timers of their own would drift together.
async function playFor(tables, seconds) {
  let late = 0
  let due = 0
  const start = performance.now()
  const ticker = setInterval(() => {
    const until = ((performance.now() - start) / (options.every * 1000)) * tables.length
    for (; due < until; due += 1) if (!tables[due % tables.length].choose()) late += 1
  }, 2)
  await sleep(seconds * 1000)
  clearInterval(ticker)
  await sleep(1500)
  return late
}

async function measure(program, game, loops) {
  const house = new House(program, options.data, {}, loops)
  await house.start()
  const before = house.memory()
  const latencies = []
  const tables = await setUp(house, game, (ms) => latencies.push(ms))
  await sleep(1000)
  const idle = (house.memory() - before) / options.tables
  const quiet = house.written()
  await sleep(3000)
  const idly = house.written() - quiet
  const start = await house.figures()
  const late = await playFor(tables, options.seconds)
  const end = await house.figures()
  const choices = end.choices - start.choices
  const each = (name) => (end[name] - start[name]) / choices
  const busiest = Math.max(...end.loops.map((micros, i) => micros - start.loops[i])) / choices
  latencies.sort((a, b) => a - b)
  const row = { game, choices, work: each('work'), loop: each('loop'), busiest, all: each('all'), bytes: each('bytes'), written: each('written'), idle, idly,
    median: part(latencies, 0.5), most_99: part(latencies, 0.99), late, errors: house.errors.length }
  if (options.rejoin > 0) row.rejoin = await rejoin(house, tables)
  if (options.spectators > 0) row.crowd = await crowd(house, tables)
  if (house.errors.length > 0) console.log(`  ${house.errors[0].slice(0, 160)}`)
  await house.stop()
  house.clear()
  return row
}

// Plays on, restarts the server, and lets everybody come back at once.
async function rejoin(house, tables) {
  const end = performance.now() + 120_000
  while (performance.now() < end && tables.some((t) => !t.over && Math.max(...t.at) < options.rejoin)) {
    for (const table of tables) if (Math.max(...table.at) < options.rejoin) table.choose()
    await sleep(2)
  }
  const length = tables.reduce((sum, t) => sum + Math.max(...t.at), 0) / tables.length
  await house.stop()
  for (const table of tables) for (const socket of table.sockets) socket.destroy()
  await house.start()
  for (const table of tables) Object.assign(table, { at: [-1, -1], asked: null, sent: undefined })
  const before = house.cpu()
  const start = performance.now()
  await Promise.all(tables.map((table) => table.sit()))
  const limit = performance.now() + 120_000
  while (performance.now() < limit && tables.some((t) => t.at[0] < 0 || t.at[1] < 0)) await sleep(5)
  const after = house.cpu()
  return { sockets: 2 * tables.length, length, seconds: (performance.now() - start) / 1000, loop: (after.loop - before.loop) / 1e6, all: (after.all - before.all) / 1e6 }
}

// Spectators who ask for everything as often as they may, while the other tables play on. Ours let one have a whole
// state a second; a program without that limit is asked 20 times, the limit of a socket.
async function crowd(house, tables) {
  const told = []
  for (const table of tables) table.told = (ms) => told.push(ms)
  const refused = house.errors.length
  const sockets = await Promise.all(Array.from({ length: options.spectators }, () => house.open(`/ws/tables/${tables[0].id}?seat=0`, () => undefined)))
  const asking = setInterval(() => {
    for (const socket of sockets) socket.write(frame(`{"v":${house.version},"type":"sync"}`))
  }, 50)
  const start = house.cpu()
  const begun = performance.now()
  await playFor(tables.slice(1), Math.min(options.seconds, 10))
  clearInterval(asking)
  const busy = (house.cpu().loop - start.loop) / 1e6 / ((performance.now() - begun) / 1000)
  house.errors.length = refused
  for (const socket of sockets) {
    socket.unwanted = true
    socket.destroy()
  }
  told.sort((a, b) => a - b)
  return { spectators: options.spectators, choices: told.length, median: part(told, 0.5), most_99: part(told, 0.99), busy }
}

function print(label, row) {
  const n = (value, digits = 0) => value.toFixed(digits)
  console.log(`${label}${row.game}: ${row.choices} choices; work ${n(row.work)} µs, loop threads ${n(row.loop)} µs (the busiest ${n(row.busiest)} µs), all threads ${n(row.all)} µs, ` +
    `${n(row.bytes)} bytes told, ${n(row.written)} bytes written; told after ms: median ${n(row.median, 1)}, 99 % ${n(row.most_99, 1)}; ` +
    `idle table ${n(row.idle, 1)} KiB, ${row.idly} bytes written in 3 idle s; late ${row.late}, errors ${row.errors}`)
  if (row.rejoin) console.log(`  ${row.rejoin.sockets} sockets came back to games of ${n(row.rejoin.length)} choices in ${n(row.rejoin.seconds, 1)} s, loop threads ${n(row.rejoin.loop, 2)} s, all threads ${n(row.rejoin.all, 2)} s`)
  if (row.crowd) console.log(`  beside ${row.crowd.spectators} spectators who ask all the time, ${row.crowd.choices} choices: median ${n(row.crowd.median, 1)} ms, 99 % ${n(row.crowd.most_99, 1)} ms, loop threads ${n(100 * row.crowd.busy)} % of a core`)
}

const rows = { before: [], after: [] }
for (const game of games) {
  if (options.before) {
    rows.before.push(await measure(options.before, game, 0))
    print('before ', rows.before.at(-1))
  }
  rows.after.push(await measure(options.program, game, options.loops))
  print(options.before ? 'after  ' : '', rows.after.at(-1))
}
const median = (list, name) => part(list.map((row) => row[name]).sort((a, b) => a - b), 0.5)
for (const [when, list] of Object.entries(rows))
  if (list.length > 1) console.log(`${when}, median of ${list.length} games: work ${median(list, 'work').toFixed(0)} µs, loop threads ${median(list, 'loop').toFixed(0)} µs, ${median(list, 'bytes').toFixed(0)} bytes told, ${median(list, 'written').toFixed(0)} bytes written`)
const good = rows.after.every((row) => row.errors === 0 && row.most_99 <= 100 && row.idle <= 64)
console.log(good ? 'within the limits' : 'NOT within the limits')
process.exit(good ? 0 : 1)
