const services = 'command-api|projections|query-api|workers'

/** A rule is an error whose comment tells the offender what to do. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule(
      'no-cycle',
      'A cycle hides which module is the lower one: move what both need into a third.',
      {},
      { circular: true },
    ),
    rule(
      'imports-exist',
      'The import points to nothing on disk: mend the path or add the package.',
      // The site of the documentation has packages of its own, which `npm ci` does not install
      // here.
      { pathNot: '^(web/dist|node_modules|docs/[.]vitepress)/' },
      { couldNotResolve: true },
    ),
    rule(
      'contracts-stand-alone',
      'Browser and servers both read contracts: import zod, the codec and other contracts only.',
      { path: '^contracts/', pathNot: ['[.]test[.]ts$', '(^|/)testing/'] },
      { pathNot: ['^contracts/', '^node_modules/zod/', '^event-sourcing/codec[.]ts$'] },
    ),
    rule(
      'platform-knows-no-feature',
      'Platform is technical and knows no order: pass what it needs in as an option.',
      { path: '^platform/' },
      { path: `^(contracts|web|all-in-one|bench|e2e|${services})/` },
    ),
    rule(
      'event-sourcing-stands-alone',
      'The log, its commands and its processors know no shop and no HTTP: pass what they need in as an option.',
      {
        path: '^event-sourcing/',
        pathNot: ['[.]test[.]ts$', '[.]contract[.]ts$', '(^|/)testing/'],
      },
      {
        path: `^(contracts|platform|log-proof|web|all-in-one|bench|compose|e2e|tools|${services})/`,
      },
    ),
    rule(
      'log-proof-knows-the-log-alone',
      'An auditor reads the proof of the log without the shop: it imports event-sourcing and itself.',
      { path: '^log-proof/', pathNot: ['[.]test[.]ts$', '(^|/)testing/'] },
      { path: `^(contracts|platform|web|all-in-one|bench|compose|e2e|tools|${services})/` },
    ),
    rule(
      'services-are-strangers',
      'Services meet in events, tables and queues: publish what the other needs there.',
      // A test against real services may start the neighbours that its subject meets in a table.
      { path: `^(${services})/`, pathNot: ['[.]int[.]test[.]ts$', '(^|/)testing/'] },
      { path: `^(web|all-in-one|bench|e2e|${services})/`, pathNot: '^$1/' },
    ),
    rule(
      'features-are-strangers',
      'A feature imports files of its own folder: move what two features share to contracts, platform, shared/ or the root of the service.',
      {
        path: `^(${services})/([^/]+)/`,
        pathNot: ['[.]test[.]ts$', '(^|/)testing/'],
      },
      {
        path: '^$1/[^/]+/',
        pathNot: ['^$1/$2/', '^$1/shared/', '^command-api/money/line/'],
      },
    ),
    rule(
      'doors-open-one-way',
      'Orders use bank lines through money/line, and their history shows the proof of the log: no other feature has a door into another.',
      {
        path: '^(command-api|web/src)/[^/]+/',
        pathNot: [
          '^command-api/(order|money)/',
          '^web/src/(app|order/history|log-proof)/',
          '[.]test[.]ts$',
          '(^|/)testing/',
        ],
      },
      { path: '^(command-api/money/line|web/src/log-proof)/' },
    ),
    rule(
      'resources-are-strangers',
      'Products, locations and campaigns know nothing of each other: share a file without their name.',
      {
        path: `^(${services})/catalogue/(?!archivable)([a-z]+)[.][a-z]+[.]ts$`,
        pathNot: '[.]test[.]ts$',
      },
      {
        path: '^$1/catalogue/(?!archivable)[a-z]+[.][a-z]+[.]ts$',
        pathNot: '^$1/catalogue/$2[.]',
      },
    ),
    rule(
      'web-sees-contracts-only',
      'Platform and services hold pg, queues and secrets: a browser bundle gets contracts alone.',
      { path: '^web/src/', pathNot: '[.]test[.]ts$' },
      { path: `^(platform|event-sourcing|log-proof|all-in-one|bench|e2e|tools|${services})/` },
    ),
    rule(
      'web-features-are-strangers',
      'Compose features in web/src/app, and share through web/src/shared.',
      { path: '^web/src/([^/]+)/', pathNot: '^web/src/app/' },
      {
        path: '^web/src/[^/]+/',
        pathNot: ['^web/src/$1/', '^web/src/shared/', '^web/src/log-proof/'],
      },
    ),
    rule(
      'web-screens-are-strangers',
      'A screen imports none of its neighbours: what two screens share is in web/src/shared.',
      { path: '^web/src/(order|accounts|catalogue|shop)/([^/]+)/' },
      { path: '^web/src/$1/[^/]+/', pathNot: '^web/src/$1/$2/' },
    ),
    rule(
      'deciders-are-pure',
      'A decider knows contracts, its state, the decider that it extends, the Decider type and errors: hand time, ids and prices in on the command.',
      { path: '^command-api/(.*[./])(decider|state)[.]ts$' },
      {
        pathNot: [
          '^contracts/',
          '^command-api/$1state[.]ts$',
          '^command-api/catalogue/archivable[.]decider[.]ts$',
          '^event-sourcing/(commands/decider|errors)[.]ts$',
        ],
      },
    ),
    rule(
      'tests-stay-apart',
      'A shop runs no test code: move what production needs out of the test or its helper.',
      {
        pathNot: [
          '[.]test[.]tsx?$',
          '[.]contract[.]ts$',
          '(^|/)testing/',
          '^e2e/',
          '^tools/',
          '^vitest[.]config[.]ts$',
        ],
      },
      { path: ['[.]test[.]tsx?$', '[.]contract[.]ts$', '(^|/)testing/', '^e2e/'] },
    ),
  ],
  required: [
    {
      name: 'routes-speak-contracts',
      severity: 'error',
      comment:
        'Every feature of an API takes its schemas from contracts, where the web app finds them too.',
      module: {
        path: '^(command-api|query-api)/.*(^|[./])routes[.]ts$',
        pathNot: '/shared/',
      },
      to: { path: '^contracts/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
