// Checks the version of Node first, by what came last: an older Node also crashes in the SQLite addon without a message.
if (process.versions.zstd === undefined) {
  process.stderr.write(
    `granary: this Node (${process.version}) is too old for Granary. Use Node 22.15 or later, or bin/granary, which includes its own Node.\n`,
  )
  process.exit(78)
}

// A reader that closes the pipe ("granary ... | head") is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

// The executable is a CommonJS script, which cannot have a top-level await.
void import('./cli/crash-report.ts').then(async ({ reportCrashes }) => {
  reportCrashes()
  const { run } = await import('./program.ts')
  process.exitCode = await run(process.argv.slice(2))
})
