export declare function settingsFile(): string
