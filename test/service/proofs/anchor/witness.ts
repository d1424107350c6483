import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseCheckpoint } from '../../../../src/domain/checkpoint.ts'
import { isConsistent } from '../../../../src/domain/merkle-proof.ts'
import {
  cosignedMessage,
  openNote,
  parseVkey,
  rawPublicKey,
  signedBy,
  vkeyOf,
} from '../../../../src/domain/note.ts'

/** How a witness may misbehave. */
export type Misdeed = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A witness (C2SP tlog-witness): it knows the logs it was told of, keeps the newest tree it has seen of each, takes the
 * next one only with a proof that it goes on from there, and signs what it took.
 */
export class Witness {
  readonly name: string
  readonly vkey: string
  readonly #privateKey: KeyObject
  readonly #isQuantumSafe: boolean
  readonly #logs = new Map<string, string>()
  readonly #seen = new Map<string, { size: number; root: Buffer }>()
  readonly #server: Server
  /** In place of an answer. */
  misdeed: Misdeed | null = null
  /** What it was sent. */
  readonly bodies: string[] = []
  /** Lines below its own. */
  adds = ''
  /** How often it signs the same tree, each time a second later. */
  signings = 1

  private constructor(name: string, isQuantumSafe: boolean) {
    this.name = name
    this.#isQuantumSafe = isQuantumSafe
    if (isQuantumSafe) {
      const { privateKey, publicKey } = generateKeyPairSync('ml-dsa-44')
      this.#privateKey = privateKey
      // In DER, 22 bytes stand before the key.
      const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(22)
      this.vkey = vkeyOf(name, bytes, 'subtree/v1')
    } else {
      this.#privateKey = generateKeyPairSync('ed25519').privateKey
      this.vkey = vkeyOf(name, rawPublicKey(this.#privateKey), 'cosignature/v1')
    }
    this.#server = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      this.bodies.push(Buffer.concat(pieces).toString('utf8'))
      if (this.misdeed !== null) return this.misdeed(request, response)
      const [status, type, text] = this.#answer(request, Buffer.concat(pieces).toString('utf8'))
      response.writeHead(status, { 'content-type': type }).end(text)
    })
  }

  static async started(name = 'witness.test/w1', isQuantumSafe = false): Promise<Witness> {
    const witness = new Witness(name, isQuantumSafe)
    await new Promise<void>((resolve) => witness.#server.listen(0, '127.0.0.1', resolve))
    return witness
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/witness`
  }

  /** Its operator was given the key of a log. */
  know(origin: string, vkey: string): void {
    this.#logs.set(origin, vkey)
  }

  sizeOf(origin: string): number {
    return this.#seen.get(origin)?.size ?? 0
  }

  /** As after a fire at its own place. */
  forget(): void {
    this.#seen.clear()
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer({ method, url }: IncomingMessage, body: string): [status: number, type: string, text: string] {
    const plain = 'text/plain; charset=utf-8'
    if (method !== 'POST' || url !== '/witness/add-checkpoint') return [405, plain, 'wrong address\n']
    const gap = body.indexOf('\n\n')
    const [old = '', ...proof] = body.slice(0, gap).split('\n')
    const from = Number(/^old (0|[1-9]\d*)$/.exec(old)?.[1] ?? Number.NaN)
    const note = openNote(body.slice(gap + 2))
    const { origin, size, root } = parseCheckpoint(note.text)
    const vkey = this.#logs.get(origin)
    if (vkey === undefined) return [404, plain, 'unknown log\n']
    if (!signedBy(note, parseVkey(vkey))) return [403, plain, 'unknown key\n']
    if (!(from <= size)) return [400, plain, 'old is above\n']
    const seen = this.#seen.get(origin) ?? { size: 0, root: Buffer.alloc(0) }
    if (from !== seen.size) return [409, 'text/x.tlog.size', `${seen.size}\n`]
    if (from === size && from > 0 && !root.equals(seen.root))
      return [409, 'text/x.tlog.size', `${seen.size}\n`]
    const path = proof.map((line) => Buffer.from(line, 'base64'))
    if (from > 0 && !isConsistent(from, size, seen.root, root, path)) return [422, plain, 'no proof\n']
    if (from === 0 && path.length > 0) return [400, plain, 'a proof of nothing\n']
    this.#seen.set(origin, { size, root })
    return [200, plain, this.#cosigned(note.text)]
  }

  #cosigned(text: string): string {
    const now = BigInt(Math.floor(Date.now() / 1000))
    const lines = Array.from({ length: this.signings }, (_, n) => this.#line(text, now + BigInt(n)))
    return lines.join('') + this.adds
  }

  #line(text: string, at: bigint): string {
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(at)
    const message = this.#isQuantumSafe ? this.#treeMessage(text, at) : cosignedMessage(text, at)
    const signature = sign(null, message, this.#privateKey)
    const { keyId } = parseVkey(this.vkey)
    return `\u2014 ${this.name} ${Buffer.concat([keyId, time, signature]).toString('base64')}\n`
  }

  /** The structure of C2SP tlog-cosignature, "ML-DSA-44 signed message", written here from the specification alone. */
  #treeMessage(text: string, at: bigint): Buffer {
    const [origin = '', size = '', root = ''] = text.split('\n')
    const opaque = (value: string) => Buffer.concat([Buffer.of(Buffer.byteLength(value)), Buffer.from(value)])
    const u64 = (value: bigint) => Buffer.from(value.toString(16).padStart(16, '0'), 'hex')
    return Buffer.concat([
      Buffer.from('737562747265652f76310a00', 'hex'),
      ...[
        opaque(this.name),
        u64(at),
        opaque(origin),
        u64(0n),
        u64(BigInt(size)),
        Buffer.from(root, 'base64'),
      ],
    ])
  }
}
