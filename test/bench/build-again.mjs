/** In a process of its own: builds a generated project, edits five files, builds again. Prints a line of JSON a build. */
import { appendFileSync } from 'node:fs';
import { compile } from 'hopline/codegen';
import { measured } from './figures.mjs';
import { generateProject } from './generated-project.mjs';

const [root, checkout, files, workflows, builds] = process.argv.slice(2);
const paths = generateProject(root, checkout, { files: Number(files), workflows: Number(workflows) });
for (let build = 0; build < Number(builds); build += 1) {
  const { result, seconds, cpuSeconds } = await measured(() => compile({ files: paths, cwd: root, outDir: 'out' }));
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(`${errors[0].file}: ${errors[0].message}`);
  globalThis.gc();
  const megabytesMax = process.resourceUsage().maxRSS / 1_000;
  console.log(JSON.stringify({ seconds, cpuSeconds, megabytesMax, megabytes: process.memoryUsage().rss / 1e6 }));
  for (let nth = 0; nth < 5; nth += 1)
    appendFileSync(paths[(build * 37 + nth * 11) % paths.length], `\nexport const edit${build}x${nth} = ${nth};\n`);
}
