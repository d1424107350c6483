import { Command as Plain } from 'commander'

/** A command whose action receives its options with those of the commands above it, then its operands. */
export class Command extends Plain {
  override createCommand(name?: string): Command {
    return new Command(name)
  }

  does<Options extends object, Operands extends readonly unknown[]>(
    act: (options: Options, ...operands: Operands) => Promise<void> | void,
  ): this {
    // The last two arguments are the command's own options and the command itself.
    return this.action((...given) =>
      act(this.optsWithGlobals<Options>(), ...(given.slice(0, -2) as unknown as Operands)),
    )
  }
}
