/** The key spaces that `LiveOutcome` and `OutcomeMeaning` need from `ClientWords` when they run in the browser. */
export const liveOutcomeSpaces = [
  'liveOutcome',
  'meanings',
  'outcomes',
  'states',
  'common',
  'rules',
  'refusals',
  'fields',
];
