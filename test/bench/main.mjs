/**
 * `npm run bench [-- section…]`: sections are `in-process`, `http`, `growth`, `resume`, `compile`; default all. Exit code 0 whatever
 * the figures say: they are of this machine at this hour, and a goal is missed in words.
 */
import { benchCompile } from './compile-large.mjs';
import { compileChain, loadCompiled } from './compiled-chain.mjs';
import { Report } from './figures.mjs';
import { benchGrowth } from './growth.mjs';
import { benchHttp } from './over-http.mjs';
import { benchInProcess } from './in-process.mjs';
import { benchResume } from './resume.mjs';

const sections = {
  'in-process': benchInProcess,
  http: benchHttp,
  growth: benchGrowth,
  resume: benchResume,
  compile: benchCompile,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) {
  console.error(`No section ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')}.`);
  process.exit(2);
}

const report = new Report();
report.header();
compileChain();
const Chain = await loadCompiled();
for (const name of wanted.length > 0 ? wanted : Object.keys(sections)) await sections[name](report, Chain);
console.log(report.missed === 0 ? '\nEvery goal is met.' : `\n${report.missed} goals are missed.`);
