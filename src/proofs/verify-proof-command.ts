import { Problem } from '../base/problem.ts'
import { membersOf } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import type { GlobalOptions } from '../cli/context.ts'
import { meaning } from '../cli/help.ts'
import { commandWords } from '../cli/language.ts'
import { readOperatorFile } from '../cli/operator-files.ts'
import { card, safe, show } from '../cli/print.ts'
import type { AuditHead } from '../domain/checkpoint.ts'
import { parseIJson } from '../domain/i-json.ts'
import { NoteFault, parseVkey, type Vkey } from '../domain/note.ts'
import { checkProof, type ProofFault, type ProofVerdict, type Proved } from '../domain/proof-file.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { type Message, message } from '../words/message.ts'
import { englishWords, type Words } from '../words/words.ts'

interface VerifyOptions extends GlobalOptions {
  readonly key?: string
}

/** A record has at most 64 KiB by default; its proof adds some kilobytes. */
const MAX_PROOF_BYTES = 16 * 1024 * 1024
const MAX_KEY_BYTES = 16 * 1024
/** The service's own limit is a setting (default 32); this one only protects the stack. */
const MAX_DEPTH = 512
const USAGE = 2

export function verifyProofCommand(): Command {
  return new Command('verify-proof')
    .description('help.verifyProof')
    .argument('<file>', meaning('help.verifyProof.file', { route: 'GET /v1/records/{id}/proof' }))
    .option('--key <vkey>', 'help.verifyProof.key')
    .action(async (file: string, _own: object, command: Command) => {
      const options = command.optsWithGlobals<VerifyOptions>()
      const vkeys = readKeys(options.key)
      const words = commandWords(options)
      const content = await contentOf(file)
      const lines = proofLines(content)
      if (lines !== null) return checkLines(words, lines, vkeys, options.json)
      const { verdict, vkey } = bestOf(vkeys, parsed(content))
      show(options.json, documentOf(verdict, vkey), () => inWords(words, verdict, vkey))
      if (!verdict.proved) process.exitCode = 1
    })
}

/** Reads the keys; returns at least one. */
function readKeys(given: string | undefined): Vkey[] {
  if (given === undefined) throw new OperatorFault(...withRemedy('proof.noKey'), USAGE)
  return parsedKeys(LOOKS_LIKE_A_KEY.test(given) ? [given] : keysIn(keyFile(given)))
}

/** @throws {OperatorFault} unless all are verifier keys */
export function parsedKeys(texts: readonly string[]): Vkey[] {
  try {
    return texts.map(parseVkey)
  } catch (error) {
    if (!(error instanceof NoteFault)) throw error
    throw new OperatorFault(...withRemedy('proof.notAKey', { why: error.what }), USAGE)
  }
}

/** How the file begins that `format=tlog-proof` gives. */
const TLOG_PROOF = Buffer.from('c2sp.org/tlog-proof')
const LOOKS_LIKE_A_KEY = /^[^+]+\+[^+]*\+/

/** Returns the key in a file; from the service's answer also the earlier keys, which signed older proofs. */
function keysIn(content: string): string[] {
  if (!content.startsWith('{')) return [content.trim()]
  const { vkey, earlier } = membersOf(parsed(Buffer.from(content), USAGE))
  return [vkey, ...(Array.isArray(earlier) ? earlier : [])].map(String)
}

/** Returns the verdict by the key that proves it; if none does, by the key with the fewest faults. */
function bestOf(vkeys: readonly Vkey[], json: unknown): { verdict: ProofVerdict; vkey: Vkey } {
  const faultsOf = (verdict: ProofVerdict) => (verdict.proved ? 0 : verdict.faults.length)
  return vkeys
    .map((vkey) => ({ vkey, verdict: checkProof(json, vkey) }))
    .reduce((best, next) => (faultsOf(next.verdict) < faultsOf(best.verdict) ? next : best))
}

/** Returns the lines of a file with a proof in each; null for a file with a single proof. */
function proofLines(content: Buffer): readonly Buffer[] | null {
  const lines: Buffer[] = []
  for (let start = 0; start < content.length; ) {
    const newline = content.indexOf(NEWLINE, start)
    const end = newline < 0 ? content.length : newline
    if (end > start) lines.push(content.subarray(start, end))
    start = end + 1
  }
  const [first] = lines
  // The first line of a single proof that spans several lines does not end with the closing brace.
  return lines.length > 1 && first?.at(0) === OPENING && first.at(-1) === CLOSING ? lines : null
}

const [NEWLINE, OPENING, CLOSING] = [0x0a, 0x7b, 0x7d]
/** Most unproved lines that are printed. */
const MOST_SHOWN = 20

/** Every line must be proved: one that is not casts doubt on the whole file. */
function checkLines(
  { say, tell }: Words,
  lines: readonly Buffer[],
  vkeys: readonly Vkey[],
  json: boolean | undefined,
): void {
  const notProved = lines.flatMap((line, i) => {
    const { verdict } = bestOf(vkeys, parsed(line))
    return verdict.proved ? [] : [{ line: i + 1, faults: verdict.faults }]
  })
  const proved = lines.length - notProved.length
  if (notProved.length > 0) process.exitCode = 1
  const document = {
    proved: notProved.length === 0,
    proofs: lines.length,
    not_proved: notProved.map(({ line, faults }) => ({ line, faults: faults.map(documented) })),
  }
  show(json, document, () =>
    [
      say('proof.count', { proved, count: lines.length }),
      ...notProved
        .slice(0, MOST_SHOWN)
        .flatMap(({ line, faults }) =>
          faults.map(
            ({ part, finding }) =>
              `  ${say('verify.line', { where: say('proof.atLine', { line, part }), finding: tell(finding) })}`,
          ),
        ),
      ...(notProved.length > MOST_SHOWN
        ? [`  ${say('proof.more', { count: notProved.length - MOST_SHOWN })}`]
        : []),
    ].join('\n'),
  )
}

/** A fault in the document for programs, which is English. */
const documented = ({ part, finding }: ProofFault) => ({ part, message: englishWords().tell(finding) })

const keyFile = (file: string): string =>
  readOrComplain(file, MAX_KEY_BYTES, message('proof.keyFile.remedy')).toString()

async function contentOf(file: string): Promise<Buffer> {
  if (file !== '-') return readOrComplain(file, MAX_PROOF_BYTES, message('proof.file.remedy'))
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_PROOF_BYTES) throw tooLong(message('proof.inputTooLong', { most: MAX_PROOF_BYTES }))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readOrComplain(file: string, maxBytes: number, remedy: Message): Buffer {
  const unreadable = () => new OperatorFault(message('command.notReadable', { file }), remedy, USAGE)
  const bytes = readOperatorFile(file, { unreadable, exitCode: USAGE })
  if (bytes.length > maxBytes) throw tooLong(message('proof.tooLong', { file, most: maxBytes }))
  return bytes
}

const tooLong = (what: Message) => new OperatorFault(what, message('proof.tooLong.remedy'), USAGE)

function parsed(bytes: Buffer, exitCode = 1): unknown {
  if (bytes.subarray(0, TLOG_PROOF.length).equals(TLOG_PROOF))
    throw new OperatorFault(...withRemedy('proof.isTlogProof'), USAGE)
  try {
    return parseIJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), MAX_DEPTH)
  } catch (error) {
    const detail = error instanceof Problem ? (error.extra.detail ?? '') : message('proof.notUtf8')
    throw new OperatorFault(...withRemedy('proof.notOurs', { detail }), exitCode)
  }
}

function documentOf(verdict: ProofVerdict, vkey: Vkey): object {
  if (!verdict.proved) return { proved: false, key: vkey.text, faults: verdict.faults.map(documented) }
  const { origin, size, root, audit } = verdict.checkpoint
  return {
    proved: true,
    key: vkey.text,
    record_id: verdict.record.id ?? null,
    leaf_index: verdict.leafIndex,
    origin,
    tree_size: size,
    root: root.toString('base64'),
    ...(audit === null ? {} : { audit_n: audit.n, audit_hash: audit.hash.toString('base64') }),
  }
}

function inWords(words: Words, verdict: ProofVerdict, vkey: Vkey): string {
  if (verdict.proved) return proofInWords(words, verdict, vkey)
  const { say, tell } = words
  const lines = verdict.faults.map(
    ({ part, finding }) => `  ${say('verify.line', { where: part, finding: tell(finding) })}`,
  )
  return [say('proof.notProved'), ...lines].join('\n')
}

function proofInWords(words: Words, { record, leafIndex, checkpoint }: Proved, vkey: Vkey): string {
  const { say } = words
  const { size, root, audit } = checkpoint
  return `${say('proof.proved')}

${card([
  [say('proof.line.record'), safe(record.id)],
  [say('proof.line.type'), safe(record.type)],
  [say('proof.line.received'), safe(record.received_at)],
  [say('proof.line.place'), say('proof.line.entryOf', { entry: leafIndex + 1, size })],
  [say('proof.line.root'), root.toString('base64')],
  [say('proof.line.key'), vkey.text],
  ...(audit === null ? [] : [auditLine(words, audit)]),
])}

${say('proof.means')}
${say('proof.meansNot')}`
}

/** Earlier versions stated the head of the audit log in the checkpoint. */
const auditLine = ({ say }: Words, { n, hash }: AuditHead): [string, string] => [
  say('proof.line.audit'),
  say('proof.line.auditEntry', { entry: n, hash: hash.toString('base64') }),
]
