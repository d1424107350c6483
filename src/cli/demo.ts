import { Command } from 'commander'

export function demoCommand(): Command {
  return new Command('demo').description('a tour on a throw-away folder')
}
