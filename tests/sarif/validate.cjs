// The schema of SARIF 2.1.0 over files: node validate.cjs MODULES FOLDER. The last line is
// `N passed, N failed`.
const fs = require('fs');
const path = require('path');
const {createRequire} = require('module');

const [modules, folder] = process.argv.slice(2);
const load = createRequire(path.resolve(modules) + '/');
const home = path.dirname(load.resolve('@microsoft/jest-sarif/package.json'));
const from = createRequire(home + '/');
const schemas = path.join(home, 'lib', 'schemas');
const schema = JSON.parse(fs.readFileSync(path.join(schemas, fs.readdirSync(schemas)[0]), 'utf8'));
const ajv = new (from('ajv'))({allErrors: true, schemaId: 'auto', meta: false, logger: false});
ajv.addMetaSchema(from('ajv/lib/refs/json-schema-draft-04.json'));
const isValid = ajv.compile(schema);

let passed = 0, failed = 0, results = 0;
for (const name of fs.readdirSync(folder).filter(name => name.endsWith('.sarif')).sort()) {
    const sarif = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
    results += sarif.runs[0].results.length;
    if (isValid(sarif)) {
        passed++;
        continue;
    }
    failed++;
    for (const error of isValid.errors.slice(0, 5)) console.log(`failed: ${name}: ${error.dataPath} ${error.message}`);
}
console.log(`${results} results`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
