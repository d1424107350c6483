/** Groups and kinds of settings, for the documentation. */

/** Headings, in order. */
export const SETTING_GROUPS = [
  ['service', 'The service'],
  ['tls', 'TLS'],
  ['storage', 'Where photographs are kept'],
  ['backups', 'Backups'],
  ['anchors', 'Roots of the log'],
  ['rules', 'Rules'],
  ['limits', 'Limits'],
] as const

export type SettingGroup = (typeof SETTING_GROUPS)[number][0]

const BEGINNINGS: readonly (readonly [beginning: RegExp, group: SettingGroup])[] = [
  [
    /^GRANARY_(DATA|LISTEN|PUBLIC_URL|INSECURE_LAN|TRUSTED_PROXY|TIME_ZONE|COUNTRY|LANGUAGE|LOG_LEVEL|NOTICE|MESSAGES|MIN_FREE_BYTES)$/,
    'service',
  ],
  [/^GRANARY_TLS/, 'tls'],
  [/^GRANARY_(OBJECT_STORE|S3_)/, 'storage'],
  [/^GRANARY_BACKUP/, 'backups'],
  [/^GRANARY_ANCHOR/, 'anchors'],
  [
    /^GRANARY_(MASS_BALANCE|DELEGATION|GRANT|OFFICE|SEASON|WEIGH_IN|RECEIPT|CROPS|UNITS|PLACES|MESSAGES?_)/,
    'rules',
  ],
]

/** Returns the group of a setting; those without one of their own are limits. */
export const groupOf = (variable: string): SettingGroup =>
  BEGINNINGS.find(([beginning]) => beginning.test(variable))?.[1] ?? 'limits'

export type SettingKind = 'number' | 'flag' | 'words' | 'secret'

export function kindOf(spec: { readonly fallback: unknown; readonly secret?: true }): SettingKind {
  if (spec.secret) return 'secret'
  if (typeof spec.fallback === 'number') return 'number'
  return typeof spec.fallback === 'boolean' ? 'flag' : 'words'
}
