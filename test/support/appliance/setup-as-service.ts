import { PassThrough } from 'node:stream'
import { setUp } from '../../../src/appliance/setup/setup-command.ts'
import { Asker } from '../../../src/cli/ask.ts'
import { actInTurn } from '../../../src/cli/operator-files.ts'
import { openFolder } from '../../../src/tasks.ts'

/** `granary setup` as sudo begins it: root, who acts as the service's user. Arguments: data folder, place of backups. */

const [data = '', place = ''] = process.argv.slice(2)
actInTurn({
  operator: { uid: 65_534, gid: 65_534, name: 65_534 },
  service: { uid: 64_000, gid: 64_001, name: 64_000 },
})
const input = new PassThrough()
const output = new PassThrough()
output.resume()
const asker = new Asker(input, output)
input.end(['Kahawa Cooperative', 'UG', '', '', '', '', place, 'y', 'y', ''].join('\n'))
await setUp({ data, json: true, open: openFolder }, asker)
