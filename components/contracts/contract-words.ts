/** The key spaces that the dialogs of contracts need in the browser. */
export const contractWords = ['common', 'form', 'rules', 'asking', 'stepUp', 'contractDeeds', 'frame'];
