import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { largePicture } from '../../support/evidence/large-picture.ts'
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
    const upload = () =>
      uploaded({ port: service.port, token: order.token, agent }, largePicture(PICTURE_BYTES))
    await upload()
    const peak = memoryOf(service.pid)
    const times = { upload: [] as number[], copy: [] as number[] }
    for (let round = 0; round < order.rounds; round++) {
      times.copy.push(await copied(folder, largePicture(PICTURE_BYTES)))
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

interface Client {
  readonly port: number
  readonly token: string
  readonly agent: Agent
}

/** @returns milliseconds, both requests counted */
async function uploaded(client: Client, bytes: Buffer): Promise<number> {
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

/**
 * Reads a file and writes it again, hashed as it was sent and as it is kept, as durable as an object: the file and each
 * new folder on its way are synced. What was copied stays, as what was uploaded does: pages of memory that the system has
 * given out before are cheaper than new ones.
 * @returns milliseconds
 */
async function copied(folder: string, bytes: Buffer): Promise<number> {
  const sent = join(folder, 'sent')
  const unfinished = join(folder, 'unfinished')
  writeFileSync(sent, bytes)
  const begun = performance.now()
  const [asSent, asKept] = [createHash('sha256'), createHash('sha256')]
  const from = await open(sent, 'r')
  const to = await open(unfinished, 'wx')
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  for (;;) {
    const { bytesRead } = await from.read(piece, 0, PIECE_BYTES)
    if (bytesRead === 0) break
    const read = piece.subarray(0, bytesRead)
    asSent.update(read)
    asKept.update(read)
    await to.writeFile(read)
  }
  await to.sync()
  await to.close()
  await from.close()
  const name = asKept.digest('hex')
  if (asSent.digest('hex') !== name) throw new Error('a copy differs')
  const above = join(folder, name.slice(0, 2))
  const place = join(above, name.slice(2, 4))
  await mkdir(place, { recursive: true })
  await rename(unfinished, join(place, name))
  for (const path of [place, above, folder]) await synced(path)
  return performance.now() - begun
}

async function synced(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  await opened.sync()
  await opened.close()
}
