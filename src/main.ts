// Checks Node first: one that is too old crashes in the SQLite addon without a message.
const NAPI_NEEDED = 10

if (Number(process.versions.napi) < NAPI_NEEDED) {
  process.stderr.write(
    `granary: this Node (${process.version}) is too old for Granary. Use bin/granary, which includes its own Node, or Node 22.14 or later.\n`,
  )
  process.exit(78)
}

// A reader that closes the pipe ("granary ... | head") is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

// No top-level await: the executable is a CommonJS script.
void import('./cli/crash-report.ts').then(async ({ reportCrashes }) => {
  reportCrashes()
  const { run } = await import('./program.ts')
  process.exitCode = await run(process.argv.slice(2))
})
