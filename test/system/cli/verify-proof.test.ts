import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { cli, json, temporaryFolder } from '../../support/command.ts'
import { keyOf, ORIGIN, proofOf, RECORD, VKEY, vkeyFor } from '../../support/domain/proof-scene.ts'

const proof = proofOf()
const folder = temporaryFolder()
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const right = file('proof.json', JSON.stringify(proof, null, 2))
const spoiled = file('spoiled.json', JSON.stringify({ ...proof, record: { ...RECORD, crop: 'maize' } }))

describe('a proof that holds', () => {
  test('says what is proved and what is not', async () => {
    const { code, out, err } = await cli('verify-proof', right, '--key', VKEY.text)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Proved\./)
    for (const told of [RECORD.id, 'harvest', RECORD.received_at, 'entry 7 of 13', proof.root, VKEY.text])
      expect(out).toContain(told)
    expect(out).toMatch(/Not proved: that the record is true; .* corrected .*\n?.*published elsewhere/s)
  })
  test('as a document', async () => {
    expect(await json('verify-proof', right, '--key', VKEY.text)).toEqual({
      code: 0,
      err: '',
      proved: true,
      key: VKEY.text,
      record_id: RECORD.id,
      leaf_index: 6,
      origin: ORIGIN,
      tree_size: 13,
      root: proof.root,
    })
  })
  test('by a key in a file', async () => {
    const key = file('log.vkey', `${VKEY.text}\n`)
    expect((await cli('verify-proof', right, '--key', key)).code).toBe(0)
  })
  test("by the service's answer, with keys from before a restore", async () => {
    const newer = vkeyFor(`granary/${'ab'.repeat(16)}`, keyOf(Buffer.alloc(32, 9)))
    const answer = (earlier: string[]) =>
      file('key.json', JSON.stringify({ origin: newer.name, vkey: newer.text, earlier }))
    expect((await json('verify-proof', right, '--key', answer([VKEY.text]))).key).toBe(VKEY.text)
    expect((await cli('verify-proof', right, '--key', answer([]))).code).toBe(1)
    const { faults } = await json('verify-proof', spoiled, '--key', answer([VKEY.text]))
    expect(faults).toMatchObject([{ part: 'digest' }])
  })
  test('whatever its text would do to a terminal', async () => {
    const hostile = proofOf({ ...RECORD, type: 'harvest\u001b[2J\nProved twice.' })
    const { out } = await cli(
      'verify-proof',
      file('hostile.json', JSON.stringify(hostile)),
      '--key',
      VKEY.text,
    )
    expect(out).toMatch(/^Proved\./)
    expect(out).not.toContain('\u001b')
    expect(out).not.toMatch(/^Proved twice/m)
  })
})

describe('a proof that does not hold', () => {
  test('names what does not fit', async () => {
    const { code, out } = await cli('verify-proof', spoiled, '--key', VKEY.text)
    expect(code).toBe(1)
    expect(out).toMatch(/^Not proved\.\n {2}digest: /)
    const document = await json('verify-proof', spoiled, '--key', VKEY.text)
    expect(document).toMatchObject({ code: 1, proved: false, key: VKEY.text, faults: [{ part: 'digest' }] })
  })
  test('another key of the same name', async () => {
    const other = vkeyFor(ORIGIN, keyOf(Buffer.alloc(32, 9)))
    const { code, faults } = await json('verify-proof', right, '--key', other.text)
    expect({ code, parts: faults.map(({ part }: { part: string }) => part) }).toEqual({
      code: 1,
      parts: ['key'],
    })
  })
  test.each<[string, string | Buffer]>([
    ['no JSON', 'proof'],
    ['a member twice', JSON.stringify(proof).replace('{', '{"record":{},')],
    ['no UTF-8', Buffer.from(JSON.stringify(proof), 'latin1')],
    ['lists in lists without end', '['.repeat(1_000_000)],
  ])('%s', async (_what, content) => {
    const { code, err } = await cli('verify-proof', file('bad.json', content), '--key', VKEY.text)
    expect(code).toBe(1)
    expect(err).toContain('not a file from the service')
  })
})

describe('asked wrongly', () => {
  test.each<[string, string[], RegExp]>([
    ['without a key', [right], /No key was given/],
    ['without a file', ['--key', VKEY.text], /missing required argument/],
    ['with a key cut short', [right, '--key', VKEY.text.slice(0, -1)], /not a verifier key/],
    ['with a file that is not there', [join(folder, 'none'), '--key', VKEY.text], /cannot be read/],
    ['with a key file that is not there', [right, '--key', join(folder, 'none')], /cannot be read/],
    [
      'with a key file that is too long',
      [right, '--key', file('long.vkey', 'x'.repeat(20_000))],
      /longer than/,
    ],
  ])('%s', async (_what, args, complaint) => {
    const { code, err } = await cli('verify-proof', ...args)
    expect(code).toBe(2)
    expect(err).toMatch(complaint)
  })
})

describe('as a process of its own', () => {
  const here = join(folder, 'empty')
  beforeAll(() => mkdirSync(here))

  /** Nothing but the command's own file, in an empty folder and an empty environment. */
  async function fromStandardInput(content: string): Promise<{ code: number; out: string }> {
    const command = fileURLToPath(new URL('../../../src/proofs/verify-proof-command.ts', import.meta.url))
    const script = `import { verifyProofCommand } from ${JSON.stringify(command)}
      await verifyProofCommand().parseAsync(['-', '--key', ${JSON.stringify(VKEY.text)}], { from: 'user' })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: here, env: {} })
    child.stdin.end(content)
    const [out, code] = await Promise.all([
      text(child.stdout),
      new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1))),
    ])
    return { code, out }
  }

  test('reads standard input, and leaves nothing behind', async () => {
    const proved = await fromStandardInput(JSON.stringify(proof))
    expect(proved.code).toBe(0)
    expect(proved.out).toMatch(/^Proved\./)
    const not = await fromStandardInput(JSON.stringify({ ...proof, root: null }))
    expect(not.code).toBe(1)
    expect(not.out).toMatch(/^Not proved\.\n {2}form: "root"/)
    expect(readdirSync(here)).toEqual([])
  })
})
