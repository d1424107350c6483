import child from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { Server } from 'node:net'

/** Runs before each file of `test/unit`: those tests are quick because they start no program and open no port. */

const refuse = (what: string, project: string) => () => {
  throw new Error(`a test in test/unit starts no ${what}: move it to test/${project}`)
}

for (const name of ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync'] as const)
  Object.assign(child, { [name]: refuse('program', 'system') })
Server.prototype.listen = refuse('server', 'service')
syncBuiltinESMExports()
