import type { ComponentChildren } from 'preact'
import { allows, type Permission } from '../../domain/staff.ts'
import type { PlainKey } from '../../words/language.ts'
import { Form } from './form.tsx'
import { Icon, type IconName } from './icons.tsx'
import { useWords } from './reader.tsx'
import type { Session } from './sessions.ts'
import type { Waiting } from './waiting.ts'

/** The menu: its pages in four groups, and the person who is signed in. */

export type MenuEntry = readonly [path: string, text: PlainKey, permission: Permission, icon: IconName]
export const GROUPS: readonly (readonly [title: PlainKey, entries: readonly MenuEntry[]])[] = [
  [
    'nav.counter',
    [
      ['/today', 'nav.today', 'read', 'house'],
      ['/weigh-in', 'nav.weigh', 'write', 'scale'],
      ['/records', 'nav.records', 'read', 'record'],
    ],
  ],
  [
    'nav.people',
    [
      ['/members', 'nav.members', 'read', 'member'],
      ['/consent', 'nav.consent', 'read', 'consent'],
      ['/requests', 'nav.requests', 'read', 'inbox'],
    ],
  ],
  [
    'nav.trade',
    [
      ['/lots', 'nav.lots', 'read', 'lot'],
      ['/payments', 'nav.payments', 'read', 'payment'],
      ['/readers', 'nav.readers', 'read', 'reader'],
      ['/reports', 'nav.reports', 'read', 'chart'],
    ],
  ],
  [
    'nav.office',
    [
      ['/import', 'nav.import', 'write', 'import'],
      ['/devices', 'nav.devices', 'read', 'phone'],
      ['/staff', 'nav.staff', 'manage', 'staff'],
      ['/machine', 'nav.machine', 'manage', 'machine'],
      ['/cooperative', 'nav.cooperative', 'manage', 'cooperative'],
      ['/audit', 'nav.audit', 'read', 'audit'],
    ],
  ],
]

interface MenuProps {
  readonly session: Session
  /** The address of the page that is shown. */
  readonly path: string
  readonly waiting: Waiting
}

export function Menu({ session, path, waiting }: MenuProps) {
  const { say } = useWords()
  const { name, role } = session.person
  return (
    <MenuFrame>
      <form method="get" action="/search" class="search">
        <Icon name="search" />
        <input
          id="q"
          name="q"
          type="search"
          aria-label={say('search.all')}
          placeholder={say('search.all')}
          autocomplete="off"
          aria-keyshortcuts="/"
          dir="auto"
        />
        <div id="hits" hidden />
      </form>
      {GROUPS.map(([title, entries]) => (
        <Group
          title={title}
          entries={entries.filter(([, , permission]) => allows(role, permission))}
          path={path}
          waiting={waiting}
        />
      ))}
      <Form action="/sign-out" session={session} class="who">
        <a href="/account" aria-current={isAt(path, '/account') ? 'page' : undefined}>
          <span class="initials" aria-hidden="true">
            {initials(name)}
          </span>
          <span>
            {name}
            <small>{say(`role.${role}`)}</small>
          </span>
        </a>
        <button type="submit" class="quiet">
          <Icon name="signOut" />
          {say('page.signOut')}
        </button>
      </Form>
    </MenuFrame>
  )
}

/** What every menu has, also that of readers who are not staff. */
export const MenuFrame = ({ children }: { children: ComponentChildren }) => {
  const { say } = useWords()
  return (
    <nav id="menu" aria-label={say('page.pages')}>
      <a class="close" href="#content">
        <Icon name="close" />
        {say('page.closeMenu')}
      </a>
      {children}
    </nav>
  )
}

interface GroupProps {
  readonly title: PlainKey
  readonly entries: readonly MenuEntry[]
  readonly path: string
  readonly waiting?: Waiting
}

/** A group of the menu; nothing without an entry. */
export function Group({ title, entries, path, waiting = {} }: GroupProps) {
  const { count, say } = useWords()
  if (entries.length === 0) return null
  // Of two entries of which one is below the other, only that one is current.
  const [here] = entries
    .map(([href]) => href)
    .filter((href) => isAt(path, href))
    .sort((a, b) => b.length - a.length)
  return (
    <div>
      <p>{say(title)}</p>
      <ul aria-label={say(title)}>
        {entries.map(([href, text, , icon]) => (
          <li>
            <a href={href} aria-current={href === here ? 'page' : undefined}>
              <Icon name={icon} />
              {say(text)}
              {(waiting[href] ?? 0) > 0 && (
                <span class="count" title={say('nav.waiting')}>
                  {count(waiting[href] ?? 0)}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Pages below a page of the menu belong to it. */
const isAt = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`)

/** The first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const firsts = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return firsts.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
