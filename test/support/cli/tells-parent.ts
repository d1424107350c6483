import { existsSync } from 'node:fs'
import { reportToParent } from '../../../src/cli/progress.ts'

/** Tells its progress to a parent that has gone, before this program could notice. */

const [, , gone = ''] = process.argv
process.send?.('ready')
while (!existsSync(gone)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
reportToParent('half of it')
setTimeout(() => process.exit(0), 50)
