import { afterAll, vi } from 'vitest'
import { clearAfterFile } from './after-file.ts'

/**
 * Runs before each test file. Files share a process, one after the other (`isolate: false` in vitest.config.ts), so what
 * one changes in it is put back before the next begins.
 */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const environment = { ...process.env }
const folder = process.cwd()
const exitCode = process.exitCode
const listeners = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]))

afterAll(async () => {
  await clearAfterFile()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  if (process.cwd() !== folder) process.chdir(folder)
  process.exitCode = exitCode
  for (const [signal, before] of listeners)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.removeListener(signal, listener)
})
