import { createServer as createHttp, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { S3Place } from '../../../../src/evidence/objects/s3-calls.ts'

/** Servers that do what no S3 service should, on real sockets. */
export interface Broken {
  readonly port: number
  /** Connections that were made to it, ever. */
  readonly made: number
  /** Connections that are open now. */
  readonly open: number
  close(): Promise<void>
}

async function listening(server: Server): Promise<Broken> {
  const sockets = new Set<Socket>()
  let made = 0
  server.on('connection', (socket) => {
    made += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    get made() {
      return made
    },
    get open() {
      return sockets.size
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Does something with each connection, once the first bytes have come in. */
export const raw = (answer: (socket: Socket) => void): Promise<Broken> =>
  listening(
    createServer((socket) => {
      socket.once('data', () => answer(socket))
      socket.resume()
    }),
  )

export const answering = (listener: RequestListener): Promise<Broken> =>
  listening(
    createHttp((request, response) => {
      request.resume()
      request.on('error', () => {})
      listener(request, response)
    }),
  )

/** Bytes one by one, for ever, each well before any silence is too long. */
export function trickle(socket: Socket, begin: string): void {
  socket.write(begin)
  const timer = setInterval(() => socket.write('x'), 20)
  socket.once('close', () => clearInterval(timer))
}

/** A port at which nobody listens. */
export async function nobody(): Promise<Broken> {
  const server = await listening(createServer())
  await server.close()
  return { ...server, port: server.port, made: 0, open: 0, close: async () => {} }
}

export const placeAt = (port: number, protocol = 'http'): S3Place => ({
  endpoint: `${protocol}://127.0.0.1:${port}`,
  region: 'us-east-1',
  accessKey: 'an-access-key',
  secretKey: 'a-secret-never-to-be-seen',
  bucket: 'a-bucket',
  prefix: '',
})

/** Settings of a bucket at this port. */
export const bucketAt = (port: number) => ({
  objectStore: 's3://pictures',
  s3Endpoint: `http://127.0.0.1:${port}`,
  s3AccessKey: 'key',
  s3SecretKey: 'secret',
})
