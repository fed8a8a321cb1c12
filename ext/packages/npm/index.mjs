import gamemap from './index.js';

export const {getLoadablePath, load} = gamemap;
