// Nothing leaks over the wire: what a seat and spectators are sent stays the same when what they cannot see is
// dealt anew. The position of a finished game is taken over twice, as it was and dealt afresh for the seat.
import { Person, Server, check, dice, equal, pick, runTests, test, until } from './client.mjs'

const server = await Server.start()
const anna = await Person.arrive(server.port)
const bert = await Person.arrive(server.port)
const watcher = await Person.arrive(server.port)
const { games } = (await anna.get('/api/games')).json

async function playedGame(game, seed) {
  const seats = game.seats[0]
  const table = await anna.table({ game: game.id, seats: [{ kind: 'me' }, ...Array(seats - 1).fill({ kind: 'open' })] })
  const people = [anna]
  for (let i = 1; i < seats; i += 1) {
    const person = i === 1 ? bert : await Person.arrive(server.port)
    await person.post(`/api/tables/${table}/join`)
    people.push(person)
  }
  const sockets = await Promise.all(people.map((p, i) => p.sit(table, { seat: i + 1 })))
  const spectator = await watcher.sit(table, { seat: 0 })
  await Promise.all([...sockets, spectator].map((s) => s.next('state')))
  const roll = dice(seed)
  for (let i = 0; i < 250 && !sockets[0].last('state').over; i += 1) {
    const asked = sockets.find((s) => s.last('state').decision)
    const { at } = sockets[0].last('state')
    asked.send(pick(asked.last('state').decision, roll))
    await until('everyone to be told', 20, () => [...sockets, spectator].every((s) => s.last('state').at > at))
  }
  if (!sockets[0].last('state').over) {
    // All but the first; who plays alone has nobody else to do it.
    for (const s of seats > 1 ? sockets.slice(1) : sockets) s.send({ type: 'resign' })
    await until('the end', 10, () => sockets[0].last('state').over)
  }
  return { table, sockets, spectator, people }
}

for (const game of games)
  test(`${game.id}: what a seat cannot know does not reach it`, async () => {
    const { table, sockets, spectator } = await playedGame(game, 77)
    // Nobody is ever sent a decision of somebody else, and spectators none at all.
    check(spectator.messages.every((m) => m.type !== 'state' || m.decision === null), 'a spectator is asked')
    for (const [i, s] of sockets.entries())
      check(s.messages.every((m) => m.type !== 'state' || !m.decision || m.waiting[0] === i + 1), 'a decision went astray')
    // The seed stays secret until the end.
    const { seed } = (await until('the seed', 5, () => sockets[0].last('table').seed && sockets[0].last('table')))
    for (const s of [...sockets, spectator]) {
      const end = s.texts.findIndex((t) => t.includes('"status":"over"'))
      check(s.texts.slice(0, end).every((t) => !t.includes(seed)), 'the seed was told early')
    }
    const { choices } = await anna.replay(table, { as: '0', from: 0, count: 1 })
    for (let k = 1; k <= 8; k += 1) {
      const at = Math.floor((choices * k) / 9)
      const seat = (k % game.seats[0]) + 1
      const told = []
      for (const deal of ['same', 'fresh', 'fresh']) {
        const seats = Array(game.seats[0]).fill({ kind: 'me' })
        const taken = await anna.post(`/api/tables/${table}/take-over`, { at, seat, deal, seats })
        if (taken.status === 409) break // the game was over there
        equal(taken.status, 201, taken.text)
        const own = await anna.sit(taken.json.table, { seat, lang: k % 2 ? 'en' : 'fr' })
        const state = await own.next('state')
        const open = await watcher.sit(taken.json.table, { seat: 0 })
        const seen = await open.next('state')
        told.push([state.view, state.decision, state.waiting, seen.view, seen.decision])
        await Promise.all([own.close(), open.close()])
      }
      for (const other of told.slice(1)) equal(other, told[0], `frame ${at}, seat ${seat}`)
    }
  })

test('the log tells nothing either', async () => {
  await server.stop()
  check(server.errors === '', server.errors)
})

await runTests()
