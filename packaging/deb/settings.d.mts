export declare const DEFAULTS: Readonly<Record<string, string>>
export declare const NOTES: Readonly<Record<string, string>>
export declare function settingsFile(): string
