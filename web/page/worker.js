// Worker with one module of the engine. It keeps no board: each request has all that it needs, so
// that the page may end it at any time.

let ready;

async function load({ glue, module }) {
  const bindings = await import(glue);
  await bindings.default({ module_or_path: module });
  return bindings.ask;
}

async function answer({ id, request }) {
  try {
    const ask = await ready;
    const report = (text) => postMessage({ id, report: JSON.parse(text) });
    postMessage({ id, answer: JSON.parse(ask(JSON.stringify(request), report)) });
  } catch (error) {
    postMessage({ id, failed: String(error?.message ?? error) });
  }
}

self.onmessage = ({ data }) => {
  if (data.glue) ready = load(data);
  else answer(data);
};
