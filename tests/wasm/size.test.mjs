// The module is loaded by whoever plays without a server: at most 2 MB compressed, and at most 400 KB for the net of a
// game, which is loaded when it is needed. gzip is what our server and every static host have; brotli is smaller still.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { check, runTests, test } from '../server/client.mjs'
import { folder } from './house.mjs'

const sizes = (file) => {
  const bytes = readFileSync(file)
  return { plain: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length }
}
test('the module', () => {
  const size = sizes(join(folder, 'rulewright.wasm'))
  console.log(size)
  check(size.gzip <= 2_000_000, `${size.gzip} bytes`)
})
for (const net of readdirSync(join(folder, 'nets'))) {
  test(net, () => {
    const size = sizes(join(folder, 'nets', net))
    console.log(size)
    check(size.gzip <= 400_000, `${size.gzip} bytes`)
  })
}
await runTests()
