// Long work of the page's own, in slices: between them it draws, and answers whoever clicks. Of a page that nobody sees, which would be
// given a slice a second, it is done at once.
const SLICE = 12; // milliseconds

// Gives a function to call between steps; what it returns is waited for, if there is something.
export function slices() {
    let began = performance.now();
    return () => (performance.now() - began < SLICE || globalThis.document?.hidden ? undefined : new Promise(resolve => {
        setTimeout(() => {
            began = performance.now();
            resolve();
        });
    }));
}
