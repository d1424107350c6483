import { writeSync } from 'node:fs'
import { foundCooperative } from '../../../src/appliance/found.ts'
import { makeServer, openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'

/**
 * The service in a process of its own, which is killed. One line on stdout says where it answers, and on its first
 * start the cooperative's token. Bundled and started by service.ts.
 */
const [data, port, fate] = process.argv.slice(2)
const kernel = openKernel(readConfig({ data, logLevel: 'silent', minFreeBytes: '0', refusalMs: '0' }, {}), {
  create: true,
})
if (fate === 'dies-after-put') {
  // The worst moment: the object stands in the store, and the log does not know of it.
  const { objects } = kernel
  const put = objects.put.bind(objects)
  objects.put = async (...object) => {
    await put(...object)
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  }
}
const app = await makeServer(kernel)
const token =
  kernel.store.appliance.cooperative === null
    ? (await kernel.ports.submit(() => foundCooperative(kernel, 'test', 'Test Cooperative'))).credential
    : null
const url = await app.listen({ host: '127.0.0.1', port: Number(port) })
writeSync(1, `${JSON.stringify({ port: Number(new URL(url).port), token })}\n`)
process.once('SIGTERM', async () => {
  await app.close()
  kernel.close()
})
