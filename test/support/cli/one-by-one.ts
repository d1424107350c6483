import { createInterface } from 'node:readline'
import { run } from '../../../src/program.ts'

/** Runs each command of its input, and answers with what it printed: a process for many commands of a program built otherwise. */

const answer = process.stdout.write.bind(process.stdout)
const printed = { out: '', err: '' }
for (const [stream, name] of [
  [process.stdout, 'out'],
  [process.stderr, 'err'],
] as const)
  stream.write = ((chunk: Uint8Array | string, ...more: unknown[]) => {
    printed[name] += String(chunk)
    const taken = more.at(-1)
    if (typeof taken === 'function') taken()
    return true
  }) as typeof stream.write

for await (const line of createInterface({ input: process.stdin })) {
  Object.assign(printed, { out: '', err: '' })
  await run(JSON.parse(line) as string[])
  answer(`${JSON.stringify(printed)}\n`)
}
