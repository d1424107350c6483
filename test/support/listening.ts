import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** @returns the address of the server, which listens on a port of this machine from now on */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
