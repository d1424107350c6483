import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs a program that prints a line for all that it acknowledges, and kills it, wherever it stands.
 * @param words of its command line
 * @param enough more lines than it must have begun
 * @param delayMs from then on
 * @returns the whole lines: the last may have been cut with the process
 */
export async function killedAfter(words: string[], enough: number, delayMs = 0): Promise<string[]> {
  const running = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => running.kill('SIGKILL')
  let text = ''
  running.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more
    if (text.split('\n').length <= enough) return
    if (delayMs === 0) kill()
    else setTimeout(kill, delayMs)
  })
  await once(running, 'close')
  return text.split('\n').slice(0, -1)
}
