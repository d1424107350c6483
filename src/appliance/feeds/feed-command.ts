import type { Command } from '../../cli/command.ts'
import { tableOrNone } from '../../cli/print.ts'
import { asking, commandOf, family } from '../../cli/task-command.ts'
import { nounName } from '../../words/party-name.ts'
import { FEED_END, FEED_SEND } from './feed-tasks.ts'
import { howFar } from './feed-words.ts'

export const feedCommand = (): Command =>
  family('feed', 'help.feed', [
    commandOf('send', 'help.feed.send', 'feed.send', FEED_SEND, ({ id }, { say }) =>
      say('feed.begun', { id }),
    ),
    listCommand(),
    commandOf('end', 'help.feed.end', 'feed.end', FEED_END, ({ id }, { say }) => say('feed.over', { id })),
  ])

const listCommand = (): Command =>
  asking('list', 'help.feed.list', {}, async ({ run, words }) => {
    const { feeds } = await run('feed.list', {})
    const { say } = words
    return {
      json: { feeds: feeds.map(({ name: _, ...one }) => one) },
      text: () =>
        tableOrNone(
          words,
          [
            say('tell.line.number'),
            say('grant.line.to'),
            say('grant.line.for'),
            say('feed.line.address'),
            say('feed.line.state'),
            say('feed.line.far'),
          ],
          feeds.map((feed) => [
            feed.id,
            nounName(feed.name, words) ?? feed.party,
            feed.purpose,
            feed.to,
            say(`feed.state.${feed.state}`),
            howFar(words, feed),
          ]),
        ),
    }
  })
