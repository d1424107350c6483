import type { Scene } from './scene.ts'

/** The product's own judgement of the whole store, by its command. The service may run or not. */
export async function verify({ served, faults, tally }: Scene): Promise<void> {
  const { code, out, err } = await served.command('verify')
  tally.add('verified')
  if (code !== 0) faults.add('granary verify finds fault', `ended with ${code}: ${out}${err}`)
}
