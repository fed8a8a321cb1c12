// The editor: CodeMirror with SQLite's dialect, and names of tables and columns to complete.
// Bundled by `make web`; createEditor is all that the page uses of it.
import {completeFromList} from '@codemirror/autocomplete';
import {basicSetup} from 'codemirror';
import {sql, SQLite} from '@codemirror/lang-sql';
import {syntaxHighlighting} from '@codemirror/language';
import {Compartment, Prec} from '@codemirror/state';
import {EditorView, keymap} from '@codemirror/view';
import {classHighlighter} from '@lezer/highlight';

// What is offered of a table or function: its name, with its arguments as a hint
function completion({name, call, text}, type) {
    return {label: name, detail: call.slice(name.length), info: text, type};
}

// `onRun` is called on Ctrl+Enter. setSchema takes tables as [{name, call, text, columns: [{name, type, text}]}], and
// functions as [{name, call, text}].
export function createEditor(parent, onRun) {
    const language = new Compartment();
    const run = {key: 'Mod-Enter', run: () => (onRun(), true)};
    const view = new EditorView({
        parent,
        extensions: [
            Prec.highest(keymap.of([run])),
            basicSetup,
            syntaxHighlighting(classHighlighter), // page.css has the colours
            language.of(sql({dialect: SQLite})),
            EditorView.lineWrapping,
            EditorView.cspNonce.of('gamemap'), // as index.html allows
            EditorView.contentAttributes.of({'aria-label': 'Query'}),
        ],
    });
    return {
        get text() {
            return view.state.doc.toString();
        },
        set text(text) {
            view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: text}});
        },
        setSchema(tables, functions) {
            const schema = Object.fromEntries(tables.map(table => [table.name, {self: completion(table, 'type'),
                children: table.columns.map(({name, type, text}) => ({label: name, detail: type, info: text, type: 'property'}))}]));
            const extension = [sql({dialect: SQLite, schema, upperCaseKeywords: true}), SQLite.language.data.of({
                autocomplete: completeFromList(functions.map(one => completion(one, 'function')))})];
            view.dispatch({effects: language.reconfigure(extension)});
        },
        focus: () => view.focus(),
        // after it was shown: lines are as high as they are only then
        measure: () => view.requestMeasure(),
    };
}
