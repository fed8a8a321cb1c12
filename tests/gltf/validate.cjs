// The Khronos validator over files: node validate.cjs MODULES FOLDER. The last line is
// `N passed, N failed`.
const fs = require('fs');
const path = require('path');
const {createRequire} = require('module');

const [modules, folder] = process.argv.slice(2);
const validator = createRequire(path.resolve(modules) + '/')('gltf-validator');

// Pictures beside a file are no business of its own: every one is this one.
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJ' +
                        'RU5ErkJggg==', 'base64');

(async () => {
    let passed = 0, failed = 0;
    for (const name of fs.readdirSync(folder, {recursive: true}).filter(name => name.endsWith('.glb')).sort()) {
        const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path.join(folder, name))), {
            externalResourceFunction: async () => new Uint8Array(png)});
        if (!report.issues.numErrors) {
            passed++;
            continue;
        }
        failed++;
        const first = report.issues.messages.find(message => message.severity === 0);
        console.log(`failed: ${name}: ${report.issues.numErrors} errors: ${first.code} ${first.pointer}: ` +
                    first.message);
    }
    console.log(`${passed} passed, ${failed} failed`);
})();
