/** One thing that is wrong with an object store for a while. */
export interface Harm {
  readonly name: string
  begin(): void
  end(): void
}

/** An object store that can be harmed, for a service of its own. */
export interface Place {
  readonly name: string
  /** The service is told by these where the store is. */
  readonly settings: Readonly<Record<string, string>>
  readonly harms: readonly Harm[]
  /** Those that backups to it may meet. */
  readonly backupHarms: readonly Harm[]
  /** Where backups go, as the command is told it; null: nowhere. */
  readonly backupsTo: string | null
  /** It never works, so nothing sent to it is ever acknowledged. */
  readonly isAlwaysDown: boolean
  close(): Promise<void>
}
