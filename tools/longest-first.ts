import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take long for their size. On a new machine, vitest begins with the largest files,
 * so vitest would start these last, and the other processes would wait for them.
 */
const long = [
  'bench/main.int',
  'command-api/money/import/kill.int',
  'command-api/money/undo-import/kill.int',
  'command-api/order/money/histories.int',
  'e2e/api/bad-input.int',
  'e2e/browser/every-route.browser',
  'e2e/browser/error-catalogue.staff.browser',
  'e2e/browser/long-words.browser',
  'e2e/browser/mails.browser',
  'e2e/browser/review-money.browser',
  'e2e/operations/backup.int',
  'e2e/operations/backup-commands.int',
  'e2e/operations/npm-start.int',
  'e2e/operations/stop-signals.int',
  'e2e/security/siege.int',
  'e2e/specification/demo.int',
  'event-sourcing/event-store/eventstoredb/eventstoredb-event-store.int',
  'event-sourcing/processors/kill.int',
  'event-sourcing/processors/rebuild.int',
  'platform/jobs/queue.postgres.int',
  'tools/simulate/simulate.int',
  'workers/proof/reader/remote-reader.int',
  'workers/proof/reader/reader.int',
]
const isLong = ({ moduleId }: TestSpecification) =>
  long.some((name) => moduleId.endsWith(`/${name}.test.ts`))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ofProject = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...ofProject.values()].flatMap((specs) => [
      ...specs.filter(isLong),
      ...specs.filter((spec) => !isLong(spec)),
    ])
  }
}
