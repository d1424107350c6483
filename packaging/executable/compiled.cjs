// Runs the program as the executable will, has it serve and answer for a moment, and writes down what the engine has
// compiled by then:   node FLAGS compiled.cjs GRANARY.JS FILE FOLDER PORT
'use strict'
const { readFileSync, writeFileSync } = require('node:fs')
const { get } = require('node:http')
const { join } = require('node:path')
const { Script } = require('node:vm')

const [source, target, folder, port] = process.argv.slice(2)
const ADDRESS = { host: '127.0.0.1', port: Number(port) }
const PATHS = ['/v1/health', '/v1/ready', '/v1/registry/units', '/v1/records?purpose=credit_assessment']

const sea = {
  isSea: () => true,
  // All that the executable will carry is in the folder already.
  getRawAsset: (name) => new Uint8Array(readFileSync(join(folder, name))).buffer,
  getAsset: () => '',
}
const script = new Script(readFileSync(source, 'latin1'), { filename: '/granary.js' })
const asked = (path) =>
  new Promise((resolve) => {
    const request = get({ ...ADDRESS, path }, (answer) => answer.resume().on('end', () => resolve(true)))
    request.on('error', () => resolve(false))
  })

async function main() {
  const listen = `${ADDRESS.host}:${ADDRESS.port}`
  process.argv = [
    process.execPath,
    process.execPath,
    'serve',
    '--data',
    join(folder, 'data'),
    '--listen',
    listen,
  ]
  process.env.GRANARY_LOG_LEVEL = 'silent'
  script.runInThisContext()((name) => (name === 'node:sea' ? sea : require(name)), module, exports)
  const giveUpAt = Date.now() + 30_000
  while (!(await asked(PATHS[0]))) {
    if (Date.now() > giveUpAt) throw new Error('the program did not answer')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  for (const path of PATHS) await asked(path)
  writeFileSync(target, script.createCachedData())
  process.exit(0)
}
void main()
