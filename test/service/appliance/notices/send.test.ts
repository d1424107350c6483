import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Notice } from '../../../../src/appliance/notices/message.ts'
import { send } from '../../../../src/appliance/notices/send.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { certificateFiles } from '../../../support/appliance/tls/help.ts'
import { temporaryFolder } from '../../../support/command.ts'
import { soon } from '../../../support/soon.ts'

/** The call itself: a real program, and a real server. */

const NOTICE: Notice = {
  condition: 'disk',
  state: 'holds',
  since: '2026-03-02T08:00:00.000Z',
  text: 'the disk fills — "quoted" $HOME',
}
/** Only calls that hang end by it. */
const SHORT_MS = 500

function program(lines: string): string {
  const path = join(temporaryFolder(), 'notice')
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o700)
  return path
}

const run = (path: string, args: readonly string[] = [], limitMs?: number) =>
  send({ kind: 'program', path, args }, NOTICE, limitMs === undefined ? {} : { limitMs })

const why = (failure: Awaited<ReturnType<typeof send>>): string =>
  failure === null ? 'sent' : englishWords().tell(failure.reason)

test('a program gets the text on its input and in its environment, its arguments as they are, and no setting', async () => {
  vi.stubEnv('GRANARY_S3_SECRET_KEY', 'the-key-of-the-bucket')
  onTestFinished(() => void vi.unstubAllEnvs())
  const out = join(temporaryFolder(), 'out')
  const path = program(`cat > ${out}; echo "$# $1 $2" >> ${out}; env >> ${out}`)
  expect(why(await run(path, ['$HOME', '`id`']))).toBe('sent')
  const told = readFileSync(out, 'utf8')
  expect(told).toContain(`${NOTICE.text}\n2 $HOME \`id\`\n`)
  expect(told).toContain(`NOTICE_TEXT=${NOTICE.text}`)
  expect(told).toContain('NOTICE_CONDITION=disk\n')
  expect(told).not.toContain('the-key-of-the-bucket')
})

test('a program that does not read its input has still been told', async () => {
  expect(why(await run('/bin/true'))).toBe('sent')
})

test('a program that fails, or cannot be started, is a failure with its reason', async () => {
  const failure = await run(program('echo "no such mailbox" >&2; exit 7'))
  expect(why(failure)).toBe('the program ended with exit code 7.')
  expect(failure?.said).toBe('no such mailbox\n')
  expect(why(await run('/nowhere/notice'))).toBe('there is no program /nowhere/notice.')
  // These fail at once, where the one before fails later.
  expect(why(await run('/bin/true/notice'))).toBe('the program could not be started (ENOTDIR).')
  expect(why(await run(`/${'x'.repeat(5000)}`))).toBe('the program could not be started (ENAMETOOLONG).')
  const closed = program('')
  chmodSync(closed, 0o600)
  expect(why(await run(closed))).toBe('the program could not be started (EACCES).')
})

test('a program that hangs is ended with all that it started', async () => {
  const folder = temporaryFolder()
  const path = program(`sh -c 'echo $$ > ${folder}/pid; sleep 600' & wait`)
  const started = () => existsSync(join(folder, 'pid')) && Number(readFileSync(join(folder, 'pid'), 'utf8'))
  // A busy machine may not have started it by then.
  for (let limitMs = SHORT_MS; !started(); limitMs *= 4)
    expect(why(await run(path, [], limitMs))).toContain('did not finish within')
  const pid = Number(started())
  await soon(() => expect(() => process.kill(pid, 0)).toThrow())
})

test('a call under way ends when the service stops', async () => {
  const stopped = new AbortController()
  const calling = send({ kind: 'program', path: program('sleep 600'), args: [] }, NOTICE, {
    stopped: stopped.signal,
  })
  stopped.abort()
  expect(why(await calling)).toContain('SIGKILL')
})

async function listening(server: Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const serving = (answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) =>
  listening(
    createServer((request, response) => {
      let body = ''
      request.on('data', (piece) => {
        body += piece
      })
      request.on('end', () => answer(request, response, body))
    }),
  )

const post = (url: string, limitMs?: number) =>
  send({ kind: 'address', url }, NOTICE, limitMs === undefined ? {} : { limitMs })

test('an address gets the notice as JSON', async () => {
  const got: unknown[] = []
  const url = await serving((request, response, body) => {
    got.push([request.method, request.url, request.headers['content-type'], JSON.parse(body)])
    response.writeHead(204).end()
  })
  expect(why(await post(url))).toBe('sent')
  expect(got).toEqual([['POST', '/hook', 'application/json', NOTICE]])
})

test('every other answer is a failure, and a redirect is not followed', async () => {
  let calls = 0
  const url = await serving((request, response) => {
    calls++
    const status = Number(request.url?.slice('/hook?'.length))
    response.writeHead(status, { location: '/hook?200' }).end()
  })
  for (const status of [302, 307, 308, 404, 500])
    expect(why(await post(`${url}?${status}`))).toBe(
      `the address answered with status ${status}, not 200 to 299.`,
    )
  expect(calls).toBe(5)
})

test('an address that does not answer is given up; one that answers and then hangs has been told', async () => {
  expect(why(await post(await serving(() => {}), SHORT_MS))).toContain('did not finish within')
  const slow = await serving((_request, response) => void response.writeHead(200).write('more follows'))
  expect(why(await post(slow))).toBe('sent')
})

test('an address that cannot be reached is a failure', async () => {
  const server = createServer()
  const url = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  expect(why(await post(url))).toBe('the address could not be reached (ECONNREFUSED).')
})

test('a certificate that nothing vouches for is refused, and nothing is sent', async () => {
  const files = certificateFiles()
  const [cert, key] = [files.certificate, files.key].map((file) => readFileSync(file, 'utf8'))
  let calls = 0
  const server = createTls({ key: String(key), cert: String(cert) }, (_request, response) => {
    calls++
    response.end()
  })
  const url = await listening(server, 'https')
  expect(why(await post(url))).toMatch(/could not be reached \((UNABLE_TO|SELF_SIGNED)/)
  expect(calls).toBe(0)
})
