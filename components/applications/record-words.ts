/** The key spaces that recording an application by hand needs in the browser. */
export const recordWords = ['form', 'asking', 'stepUp', 'recordApplication', 'states', 'applications', 'record'];
