import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { memoryOf, Service } from './children.ts'
import type { Figure } from './figure.ts'
import { median } from './measure.ts'

/** The largest picture, from a client on the same machine into the folder, beside a plain copy of its bytes. */

const MIB = 2 ** 20
const PICTURE_BYTES = 20 * MIB
const PIECE_BYTES = MIB
const IDLE_MS = 3_000

/** @param data a folder that no service runs on; @param folder where the copies go: on the same disk */
export async function uploadFigures(
  order: { readonly data: string; readonly folder: string; readonly token: string; readonly rounds: number },
  say: (text: string) => void,
): Promise<Figure[]> {
  say('uploading pictures of 20 MiB')
  const folder = mkdtempSync(join(order.folder, 'copies-'))
  const service = await Service.start(order.data)
  const agent = new Agent({ keepAlive: true })
  try {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const idle = memoryOf(service.pid)
    const upload = () => uploaded({ port: service.port, token: order.token, agent }, picture())
    await upload()
    const peak = memoryOf(service.pid)
    const times = { upload: [] as number[], copy: [] as number[] }
    for (let round = 0; round < order.rounds; round++) {
      times.copy.push(await copied(folder, picture()))
      times.upload.push(await upload())
    }
    const perSecond = { upload: 1000 / median(times.upload), copy: 1000 / median(times.copy) }
    return [
      {
        name: 'uploads of 20 MiB to the folder',
        value: { amount: perSecond.upload, unit: 'per_second' },
        limit: {
          name: 'plain copies, hashed twice and synced',
          amount: perSecond.copy,
          unit: 'per_second',
        },
        ratio: perSecond.upload / perSecond.copy,
        aim: { atLeast: 0.5 },
      },
      ...(idle === null || peak === null
        ? []
        : [
            {
              name: 'memory above idle, highest, for an upload of 20 MiB',
              value: { amount: (peak.highest - idle.now) / MIB, unit: 'mib' as const },
              aim: { atMost: 60 },
            },
          ]),
    ]
  } finally {
    agent.destroy()
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What stands before the coded data of a grey JPEG of one block: tables, frame, scan header (ITU-T T.81, annex B). */
const JPEG_HEAD = Buffer.concat([
  Buffer.from('ffd8ffdb004300', 'hex'),
  Buffer.alloc(64, 1),
  Buffer.from('ffc0000b080008000801011100', 'hex'),
  Buffer.from(`ffc400140001${'00'.repeat(16)}`, 'hex'),
  Buffer.from(`ffc400141001${'00'.repeat(16)}`, 'hex'),
  Buffer.from('ffda0008010100003f00', 'hex'),
])
const JPEG_END = Buffer.from('ffd9', 'hex')

/** A JPEG of 20 MiB that nobody has seen before, nearly all of it coded data. */
export function picture(): Buffer {
  const coded = randomBytes(PICTURE_BYTES - JPEG_HEAD.length - JPEG_END.length)
  // This byte begins a marker, and no marker may stand in coded data.
  for (let at = coded.indexOf(0xff); at >= 0; at = coded.indexOf(0xff, at)) coded[at] = 0x7f
  return Buffer.concat([JPEG_HEAD, coded, JPEG_END])
}

interface Client {
  readonly port: number
  readonly token: string
  readonly agent: Agent
}

/** @returns milliseconds, both requests counted */
export async function uploaded(client: Client, bytes: Buffer): Promise<number> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const begun = performance.now()
  const created = await asked(client, 'POST', '/v1/uploads', {
    'upload-length': String(bytes.length),
    'upload-metadata': `sha256 ${Buffer.from(sha256).toString('base64')}`,
    'content-length': '0',
  })
  const sent = await asked(
    client,
    'PATCH',
    created.location as string,
    {
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
    bytes,
  )
  if (sent['granary-sha256'] === undefined) throw new Error('an upload was not kept')
  return performance.now() - begun
}

function asked(
  { port, token, agent }: Client,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: Buffer,
): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      agent,
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
    })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      answer.resume()
      answer.once('error', reject)
      answer.once('end', () => {
        if ((answer.statusCode as number) < 300) resolve(answer.headers)
        else reject(new Error(`${method} ${path} was answered ${answer.statusCode}`))
      })
    })
    sent.end(body)
  })
}

/** Reads a file and writes it again, hashed as sent and as kept, and durable. @returns milliseconds */
export async function copied(folder: string, bytes: Buffer): Promise<number> {
  const path = (name: string) => join(folder, name)
  writeFileSync(path('sent'), bytes)
  const begun = performance.now()
  const [asSent, asKept] = [createHash('sha256'), createHash('sha256')]
  const from = await open(path('sent'), 'r')
  const to = await open(path('unfinished'), 'w')
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  for (;;) {
    const { bytesRead } = await from.read(piece, 0, PIECE_BYTES)
    if (bytesRead === 0) break
    const read = piece.subarray(0, bytesRead)
    asSent.update(read)
    asKept.update(read)
    await to.writeFile(read)
  }
  if (asSent.digest('hex') !== asKept.digest('hex')) throw new Error('a copy differs')
  await to.sync()
  await to.close()
  await from.close()
  await rename(path('unfinished'), path('kept'))
  const above = await open(folder, 'r')
  await above.sync()
  await above.close()
  const ms = performance.now() - begun
  await rm(path('kept'))
  return ms
}
