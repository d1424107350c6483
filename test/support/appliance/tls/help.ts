import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect, type PeerCertificate } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { foundCooperative } from '../../../../src/appliance/found.ts'
import { permittedFor } from '../../../../src/appliance/tls/constraints.ts'
import { authorityLife, serverLife } from '../../../../src/appliance/tls/due.ts'
import { makeAuthority, makeServerPair } from '../../../../src/appliance/tls/make.ts'
import { type Machine, named } from '../../../../src/appliance/tls/names.ts'
import { type Kernel, makeServer, openKernel } from '../../../../src/assemble.ts'
import { dataFiles, readConfig, type SettingName } from '../../../../src/config/config.ts'
import { afterEachFile } from '../../after-file.ts'

/** Services with a certificate, on a machine and by a clock of the test's own; and devices that come to them. */

export const DAY_MS = 86_400_000

const made: string[] = []
const open: { close(): Promise<void> }[] = []
afterEachFile(async () => {
  for (const house of open.splice(0)) await house.close()
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tls-'))
  made.push(path)
  return path
}

export interface House {
  readonly data: string
  readonly files: ReturnType<typeof dataFiles>
  readonly kernel: Kernel
  /** As anybody may change them. */
  readonly clock: { nowMs: number }
  readonly machine: { hostName: string; addresses: string[] }
  /** Starts the server, of which there is one. */
  serve(host?: string): Promise<{ readonly app: FastifyInstance; readonly port: number }>
  close(): Promise<void>
}

export async function house(
  settings: Partial<Record<SettingName, string>> = {},
  data = join(folder(), 'data'),
  clock = { nowMs: Date.now() },
): Promise<House> {
  const machine = { hostName: 'office', addresses: ['127.0.0.1', '::1', '192.168.7.5', 'fe80::1'] }
  const config = readConfig({ data, logLevel: 'silent', minFreeBytes: '0', ...settings }, {})
  const kernel = openKernel(config, {
    create: true,
    clock: () => clock.nowMs,
    machine: (): Machine => ({ ...machine }),
  })
  if (kernel.store.appliance.cooperative === null)
    await kernel.ports.submit(() => foundCooperative(kernel, 'test', 'Kahawa Cooperative'))
  let app: FastifyInstance | undefined
  let isOpen = true
  const made: House = {
    data,
    files: dataFiles(data),
    kernel,
    clock,
    machine,
    async serve(host = '127.0.0.1') {
      app = await makeServer(kernel)
      await app.listen({ host, port: 0 })
      return { app, port: (app.server.address() as AddressInfo).port }
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      await app?.close()
      kernel.close()
    },
  }
  open.push(made)
  return made
}

/** What the service reports as errors from now on. */
export function toldBy(h: House): string[] {
  const told: string[] = []
  h.kernel.logger.error = ((text: string) => told.push(text)) as never
  return told
}

export interface Met {
  readonly protocol: string | null
  readonly certificate: PeerCertificate
  /** Node's reason why it does not believe; null: it does. */
  readonly disbelief: string | null
}

/** One handshake of a real client. It goes on whatever it thinks of the certificate. @throws {Error} when there is none */
export function meet(port: number, options: ConnectionOptions = {}): Promise<Met> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options }, () => {
      resolve({
        protocol: socket.getProtocol(),
        certificate: socket.getPeerCertificate(),
        disbelief: socket.authorized ? null : String(socket.authorizationError),
      })
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

/** Paths of a certificate for this machine, its key, and the authority that made it. */
export function certificateFiles(): {
  readonly ca: string
  readonly certificate: string
  readonly key: string
} {
  const [at, life] = [folder(), authorityLife(Date.now())]
  const names = named(['localhost', '127.0.0.1'])
  const authority = makeAuthority('tests', permittedFor(named([]), names), life)
  const signer = {
    key: createPrivateKey(authority.key),
    certificate: new X509Certificate(authority.certificate).raw,
  }
  const pair = makeServerPair(signer, names, serverLife(Date.now(), life))
  const put = (name: string, text: string) => {
    writeFileSync(join(at, name), text, { mode: 0o600 })
    return join(at, name)
  }
  return {
    ca: put('authority.pem', authority.certificate),
    certificate: put('server.pem', pair.certificate),
    key: put('server.key', pair.key),
  }
}
