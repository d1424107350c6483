import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withWords } from '../../cli/context.ts'
import { readOperatorFile } from '../../cli/operator-files.ts'
import { card, show } from '../../cli/print.ts'
import { codeOf } from '../../text/kinds.ts'

interface Options extends GlobalOptions {
  readonly colour?: string
  readonly mark?: string
}

const NONE = 'none'

/** The cooperative's own colour and mark: shows them, or changes them. */
export function appearanceCommand(): Command {
  return new Command('appearance')
    .description('help.appearance')
    .option('--colour <colour>', 'help.appearance.colour')
    .option('--mark <file>', 'help.appearance.mark')
    .does(async ({ colour, mark, ...options }: Options) => {
      const asked = {
        ...(colour === undefined ? {} : { colour: colour === NONE ? null : colour }),
        ...(mark === undefined
          ? {}
          : { mark: mark === NONE ? null : readOperatorFile(mark).toString('base64') }),
      }
      const [now, { count, say }] = await withWords(options, (run) =>
        Object.keys(asked).length === 0 ? run('appearance.show', {}) : run('appearance.change', asked),
      )
      show(options.json, now, () =>
        card([
          [say('appearance.colour'), now.colour === null ? say('appearance.colour.own') : codeOf(now.colour)],
          [
            say('appearance.mark'),
            now.mark === null
              ? say('appearance.mark.none')
              : say('appearance.mark.is', { type: now.mark.media_type, bytes: count(now.mark.bytes) }),
          ],
        ]),
      )
    })
}
