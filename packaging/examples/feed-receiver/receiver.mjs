// Takes the pages that `granary feed send` sends, and holds what they open: one file with records and grants by id.
//   TOKEN=... FILE=held.json PORT=8443 CERT=cert.pem KEY=key.pem node receiver.mjs
// Without CERT and KEY it listens on this machine alone, over HTTP, for a proxy that speaks TLS.
import { createHash, timingSafeEqual } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'

const { TOKEN = '', FILE = 'held.json', PORT = '8443', CERT, KEY } = process.env
if (TOKEN === '') throw new Error('TOKEN is the token that you gave the cooperative')
const MOST_BYTES = 64 * 1024 * 1024
const NOTHING = { cursor: null, records: {}, grants: {} }
let held = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : NOTHING

const digest = (text) => createHash('sha256').update(text).digest()
const isAllowed = (header = '') => timingSafeEqual(digest(header), digest(`Bearer ${TOKEN}`))

/** After a power cut the file holds this page or the one before, whole. */
function keep(next) {
  const file = openSync(`${FILE}.new`, 'w', 0o600)
  writeFileSync(file, JSON.stringify(next))
  fsyncSync(file)
  closeSync(file)
  renameSync(`${FILE}.new`, FILE)
  held = next
}

/** Returns what is held once the page is taken; null if it does not follow what is held. */
function after({ since, cursor, changes, closed, grants = [], restored_from_backup }) {
  const before = restored_from_backup ? NOTHING : held
  if (since !== before.cursor) return null
  const records = { ...before.records }
  for (const record of changes) records[record.id] = record
  // What may no longer be read is deleted.
  for (const id of closed) delete records[id]
  const told = Object.fromEntries(grants.map((grant) => [grant.id, grant]))
  return { cursor, records, grants: { ...before.grants, ...told } }
}

async function take(request) {
  if (request.method !== 'POST' || !isAllowed(request.headers.authorization)) return [401, {}]
  const pieces = []
  let bytes = 0
  for await (const piece of request) {
    bytes += piece.length
    if (bytes > MOST_BYTES) return [413, {}]
    pieces.push(piece)
  }
  const next = after(JSON.parse(Buffer.concat(pieces).toString('utf8')))
  if (next === null) return [409, { since: held.cursor }]
  keep(next)
  return [200, { cursor: next.cursor }]
}

async function answer(request, response) {
  const [status, body] = await take(request).catch(() => [400, {}])
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const files = CERT && KEY ? { cert: readFileSync(CERT), key: readFileSync(KEY) } : null
const server = files ? createSecureServer(files, answer) : createServer(answer)
server.listen(Number(PORT), files ? '::' : '127.0.0.1', () => console.log(`port ${server.address().port}`))
