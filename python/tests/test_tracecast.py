import json
import os
import pickle
import shutil
import signal
import subprocess

import pytest
import tracecast
from tracecast.session import SESSION, launcher

HEAT = "heat.ctrace"


def command(*arguments):
    return subprocess.run([launcher(), *arguments], capture_output=True, text=True)


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_prediction_has_the_members_of_the_json():
    prediction = tracecast.predict(HEAT, "cluster")
    written = json.loads(
        command("predict", HEAT, "--platform", "cluster", "--engine", "flows", "--json", "-").stdout)
    costs = {"wall_seconds", "events_per_second", "messages_per_second", "peak_memory_bytes"}
    assert {k: v for k, v in prediction._members.items() if k not in costs} == \
        {k: v for k, v in written.items() if k not in costs}
    assert prediction.predicted_seconds == prediction["predicted_seconds"] == written["predicted_seconds"]
    assert prediction.by_call_site[0].call == written["by_call_site"][0]["call"]
    assert pickle.loads(pickle.dumps(prediction)) == prediction
    with pytest.raises(AttributeError, match="has no seconds; it has trace, predicted_seconds"):
        prediction.seconds


def test_a_setting_is_an_option_of_the_command():
    slow = tracecast.predict(HEAT, "cluster", compute_scale=2, set={"network.link_bandwidth": "1GBps"})
    written = json.loads(command(
        "predict", HEAT, "--platform", "cluster", "--engine", "flows", "--compute-scale", "2",
        "--set", "network.link_bandwidth=1GBps", "--json", "-").stdout)
    assert slow.predicted_seconds == written["predicted_seconds"]


@pytest.mark.parametrize("settings, kind", [
    ({"trace": "missing.ctrace", "platform": "cluster"}, tracecast.TraceError),
    ({"trace": HEAT, "platform": "clustr"}, tracecast.MachineError),
    ({"trace": HEAT, "platform": "cluster", "deltas": "maybe"}, tracecast.UsageError),
    ({"trace": HEAT, "platform": "cluster", "no_such_option": 1}, tracecast.UsageError),
])
def test_an_error_has_the_words_of_the_command(settings, kind):
    options = [word for name, value in settings.items() if name != "trace"
               for word in ("--" + name.replace("_", "-"), str(value))]
    said = command("predict", settings["trace"], *options).stderr
    with pytest.raises(kind) as refused:
        tracecast.predict(**settings)
    assert " ".join(said.split()) == "error: " + " ".join(str(refused.value).split())
    assert refused.value.exit_code == 2


def test_a_warning_is_one_of_python():
    with pytest.warns(tracecast.TracecastWarning, match="--seed has no effect"):
        tracecast.predict(HEAT, "cluster", deltas="avg", seed=2)


def own_start():
    before = os.times()
    command("predict", HEAT, "--platform", "cluster", "--engine", "flows", "--quiet")
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def test_many_predictions_cost_one_start():
    one = own_start()
    tracecast.predict(HEAT, "cluster")
    process = SESSION._process.pid
    begin = cpu_seconds(process)
    for point in range(20):
        tracecast.predict(HEAT, "cluster", compute_scale=1 + point / 100)
    assert SESSION._process.pid == process
    spent = cpu_seconds(process) - begin
    # the cores of a busy machine are not equally fast at all times
    assert spent < 20 * max(one, own_start()) * 0.8


def test_the_trace_is_read_again_when_it_has_changed(tmp_path):
    trace = tmp_path / "run.ctrace"
    shutil.copy("comd.4.ctrace", trace)
    assert tracecast.info(trace).ranks == 4
    shutil.copy("comd.8.ctrace", trace)
    assert tracecast.info(trace).ranks == 8


def test_after_an_interruption_the_next_command_is_answered():
    tracecast.close()

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.05)  # before the process can have started
            tracecast.info(HEAT)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert tracecast.info(HEAT).ranks == 64


def test_files_are_those_of_the_present_folder(tmp_path):
    shutil.copy("comd.4.ctrace", tmp_path / HEAT)
    assert tracecast.info(HEAT).ranks == 64
    os.chdir(tmp_path)
    assert tracecast.info(HEAT).ranks == 4


def test_engine_simgrid_replays_more_than_once():
    try:
        first = tracecast.predict(HEAT, "cluster", engine="simgrid")
    except tracecast.EngineMissingError as e:
        pytest.skip(f"SKIPPED: {e}")
    assert tracecast.predict(HEAT, "cluster", engine="simgrid").predicted_seconds == first.predicted_seconds
    with pytest.raises(tracecast.MachineError):
        tracecast.predict(HEAT, "clustr", engine="simgrid")


def test_a_sweep_keeps_its_points():
    swept = tracecast.sweep(HEAT, "cluster", vary={"network.link_bandwidth": ["1GBps", "2GBps"]})
    assert [point["network.link_bandwidth"] for point in swept.points] == ["1GBps", "2GBps"]
    assert swept.points[0].predicted_seconds > swept.points[1].predicted_seconds


def test_comparisons_of_machines_and_of_predictions_agree():
    torus = tracecast.predict(HEAT, "bluegene-l")
    apart = tracecast.compare(tracecast.predict(HEAT, "cluster"), torus)
    at_once = tracecast.compare(HEAT, "cluster", "bluegene-l")
    assert apart.predicted_seconds == at_once.predicted_seconds
    assert at_once.predicted_seconds.b == torus.predicted_seconds


def test_the_other_commands_answer(tmp_path):
    assert tracecast.sensitivity(HEAT, "cluster").derivatives_seconds.latency > 0
    assert tracecast.map(HEAT, "cluster", random=1).mappings[0].mapping == "blocked"
    assert "cluster" in [machine.name for machine in tracecast.platforms()]
    assert "network.link_bandwidth" in tracecast.platform("cluster").figures
    measured = tmp_path / "measured.csv"
    measured.write_text(
        "nodes,collective,algorithm,buffer_bytes,median_us\n4,allreduce,ring_over,64,13.9\n"
        "4,allreduce,ring_over,262144,208\n8,allreduce,ring_over,128,32\n")
    fitted = tracecast.fit(measured, "cluster", free="network.link_latency", output=tmp_path / "fitted.yaml")
    assert fitted.figures[0].name == "network.link_latency"
    assert len(fitted.measurements) == 3
    assert fitted.figures[0].fitted[:3] in (tmp_path / "fitted.yaml").read_text()


def test_the_call_tree_has_the_time_of_all_call_sites():
    prediction = tracecast.predict(HEAT, "cluster")
    tree = prediction.call_tree()
    total = sum(site.seconds for site in prediction.by_call_site)
    assert sum(root["metrics"]["time (inc)"] for root in tree) == pytest.approx(total)
    main = next(root for root in tree if root["frame"]["name"] == "main (heat.c:67)")
    exchange = next(node for node in main["children"] if node["frame"]["name"].startswith("exchange"))
    assert {leaf["frame"]["name"] for leaf in exchange["children"]} <= {"MPI_Isend", "MPI_Irecv", "MPI_Waitall"}


def test_hatchet_takes_the_call_tree():
    pytest.importorskip("hatchet", reason="SKIPPED: no hatchet (pip install llnl-hatchet)")
    assert len(tracecast.predict(HEAT, "cluster").to_hatchet().dataframe) > 12


def test_frames_have_the_tables():
    pytest.importorskip("pandas", reason="SKIPPED: no pandas (apt-get install python3-pandas)")
    prediction = tracecast.predict(HEAT, "cluster")
    assert len(prediction.to_frame()) == 12
    assert list(prediction.to_frame("by_rank")["rank"]) == list(range(64))
    with pytest.raises(KeyError, match="expected one of by_call_site"):
        prediction.to_frame("ranks")
    assert tracecast.info(HEAT).to_frame().set_index("name").value["MPI_Isend"] == 51200
    assert "source" in tracecast.platform("cluster").to_frame()


def test_a_program_is_recorded(tmp_path):
    if not shutil.which("mpicc") or not shutil.which("mpirun"):
        pytest.skip("SKIPPED: no mpicc and mpirun")
    source = tmp_path / "app.c"
    source.write_text("#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); MPI_Barrier(MPI_COMM_WORLD);"
                      " MPI_Finalize(); return c > 1 ? 3 : 0; }\n")
    subprocess.run(["mpicc", "-o", tmp_path / "app", source], check=True)
    trace = tmp_path / "app.ctrace"
    found = tracecast.record(["mpirun", "-n", "2", tmp_path / "app"], trace, quiet=True)
    assert found.ranks == 2
    assert found.calls.MPI_Barrier == 2
    with pytest.raises(tracecast.RecordError) as failed:
        tracecast.record(["mpirun", "-n", "1", tmp_path / "app", "fail"], trace, quiet=True)
    assert failed.value.exit_code == 3
