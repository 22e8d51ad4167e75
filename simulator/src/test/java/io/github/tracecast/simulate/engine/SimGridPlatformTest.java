package io.github.tracecast.simulate.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.replay.Replays;
import java.io.StringReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The platform files that are handed to SimGrid; their routes are held against SimGrid's own elsewhere. */
class SimGridPlatformTest {

  private static Machine machine(String name, int ranks, Map<String, String> figures) {
    return Machine.fit(Replays.platform(name, figures), ranks, MappingSpec.parse("blocked"));
  }

  private static SimGridPlatform platform(String name, int ranks, Map<String, String> figures) {
    return new SimGridPlatform(machine(name, ranks, figures));
  }

  private static Map<String, String> torus(String shape, String wrap) {
    return new HashMap<>(Map.of(
        "network.shape", shape,
        "network.wrap", wrap,
        "network.max_shape", "none",
        "network.block", "none",
        "network.small_blocks", "none"));
  }

  private static Document parsed(SimGridPlatform platform) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    DocumentBuilder builder = factory.newDocumentBuilder();
    return builder.parse(new InputSource(new StringReader(platform.xml())));
  }

  private static Element element(Document xml, String tag, String id) {
    NodeList all = xml.getElementsByTagName(tag);
    for (int i = 0; i < all.getLength(); i++) {
      if (((Element) all.item(i)).getAttribute("id").equals(id)) {
        return (Element) all.item(i);
      }
    }
    throw new AssertionError("no " + tag + " " + id);
  }

  @Test
  void aSmallTorusWithATreeIsWrittenWhole() {
    assertThat(platform("bluegene-l", 8, torus("4x2x3", "torus")).xml()).isEqualTo("""
            <?xml version='1.0'?>
            <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
            <platform version="4.1">
            <zone id="world" routing="Full">
            <cluster id="machine" prefix="n" suffix="" radical="0-23" speed="1Gf" bw="1.75E8Bps" lat="9.0E-8s" \
            sharing_policy="SPLITDUPLEX" topology="TORUS" topo_parameters="4,2,3"/>
            <zone id="alarms" routing="None"><host id="clock" speed="1000000000000f" core="100000000"/></zone>
            <zone id="tree" routing="Full"><host id="tree-from" speed="1Gf"/><host id="tree-to" speed="1Gf"/>\
            <link id="tree-link" bandwidth="3.4453125E8Bps" latency="0.0s" sharing_policy="SHARED"/>
            <route src="tree-from" dst="tree-to" symmetrical="NO"><link_ctn id="tree-link"/></route></zone>
            </zone>
            </platform>
            """);
  }

  @Test
  void onlyThePlatformsOwnFiguresCount() {
    assertThat(platform("bluegene-l", 8, Map.of()).settings())
        .containsExactly(
            "network/model:CM02",
            "network/optim:Full",
            "network/maxmin-selective-update:no",
            "network/crosstraffic:0",
            "network/TCP-gamma:0",
            "network/weight-S:0",
            "network/latency-factor:0:1.0",
            "network/bandwidth-factor:0:1.0",
            "precision/timing:1e-12");
    assertThat(platform("graphene", 8, Map.of()).settings())
        .contains(
            "network/latency-factor:0:1.355;1419:3.437;32767:5.722;65535:11.99;327679:9.65"); // after these sizes
  }

  @Test
  void aMeshLiesInATorusOfTwiceItsSize() throws Exception {
    SimGridPlatform mesh = platform("bluegene-l", 8, torus("4x2x3", "mesh"));
    Element cluster = element(parsed(mesh), "cluster", "machine");
    assertThat(cluster.getAttribute("topo_parameters")).isEqualTo("6,2,4");
    assertThat(cluster.getAttribute("radical")).isEqualTo("0-47");
    // node (3,1,2) of 4x2x3 is 3 + 4 (1 + 2 x 2) = 23; in 6x2x4 it is 3 + 6 (1 + 2 x 2) = 33
    assertThat(mesh.host(23)).isEqualTo("n33");
    assertThat(mesh.host(3)).isEqualTo("n3");
    assertThat(mesh.host(4)).isEqualTo("n6");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1x1x1", "2x1x3", "3x3x3", "5x4x2", "8x8x4", "2x3x2x4x2"})
  void noShortestWayBetweenNodesOfAMeshGoesRound(String shape) throws Exception {
    Machine machine = machine("bluegene-l", 1, torus(shape, "mesh"));
    SimGridPlatform mesh = new SimGridPlatform(machine);
    String[] rings = element(parsed(mesh), "cluster", "machine")
        .getAttribute("topo_parameters")
        .split(",");
    int[] sizes = machine.shape();
    Set<String> hosts = new HashSet<>();
    for (int node = 0; node < machine.nodes(); node++) {
      int number = Integer.parseInt(mesh.host(node).substring(1));
      int rest = node;
      int given = 0;
      for (int d = 0; d < sizes.length; d++) {
        if (sizes[d] == 1) {
          continue; // SimGrid does not know it
        }
        int ring = Integer.parseInt(rings[given++]);
        assertThat(number % ring)
            .as("coordinate " + d + " of node " + node)
            .isEqualTo(rest % sizes[d]);
        // the longest straight way is no longer than the way round
        assertThat(sizes[d] - 1).isLessThanOrEqualTo(ring - (sizes[d] - 1));
        number /= ring;
        rest /= sizes[d];
      }
      hosts.add(mesh.host(node));
    }
    assertThat(hosts).hasSize(machine.nodes());
  }

  @Test
  void aTorusOfClosedRingsNumbersItsHostsAsItsNodes() {
    SimGridPlatform torus = platform("bluegene-l", 8, torus("4x4x3", "torus"));
    for (int node = 0; node < 48; node++) {
      assertThat(torus.host(node)).isEqualTo("n" + node);
    }
  }

  @Test
  void aNodesInjectionLimitsWhatAMessageCanHaveOfALink() {
    Map<String, String> figures = torus("4x4x4", "torus");
    figures.put("network.injection_bandwidth", "87.5MBps"); // half a link
    SimGridPlatform limited = platform("bluegene-l", 8, figures);
    assertThat(limited.settings())
        .contains("network/bandwidth-factor:0:0.5", "network/latency-factor:0:1.0");
    assertThat(limited.xml())
        .doesNotContain("limiter"); // SimGrid's would be one for both directions
    figures.put("network.injection_bandwidth", "1GBps");
    assertThat(platform("bluegene-l", 8, figures).settings())
        .contains("network/bandwidth-factor:0:1.0");
  }

  @Test
  void cabinetsAreJoinedByTheirUplinks() throws Exception {
    Document xml = parsed(platform("graphene", 8, Map.of()));
    assertThat(element(xml, "cluster", "cabinet1").getAttribute("radical")).isEqualTo("39-73");
    assertThat(element(xml, "cluster", "cabinet1").getAttribute("router_id")).isEqualTo("router1");
    assertThat(element(xml, "link", "uplink3").getAttribute("sharing_policy"))
        .isEqualTo("SPLITDUPLEX");
    assertThat(element(xml, "link", "limiter3").getAttribute("sharing_policy")).isEqualTo("SHARED");
    assertThat(xml.getElementsByTagName("zoneRoute").getLength()).isEqualTo(4 * 3);
    assertThat(platform("graphene", 8, Map.of()).xml())
        .contains(
            "<zoneRoute src=\"cabinet2\" dst=\"cabinet0\" gw_src=\"router2\" gw_dst=\"router0\" symmetrical=\"NO\">"
                + "<link_ctn id=\"uplink2\" direction=\"UP\"/><link_ctn id=\"limiter2\"/><link_ctn id=\"limiter0\"/>"
                + "<link_ctn id=\"uplink0\" direction=\"DOWN\"/></zoneRoute>\n");
  }

  @Test
  void cabinetsWithoutLimitersHaveNone() {
    String xml = platform(
            "graphene", 8, Map.of("network.uplink_limiter", "none", "network.host_limiter", "none"))
        .xml();
    assertThat(xml).doesNotContain("limiter").contains("uplink0");
  }

  @Test
  void zonesComeBeforeTheLinksBetweenThem() {
    String xml = platform("graphene", 8, Map.of()).xml();
    assertThat(xml.lastIndexOf("<cluster")).isLessThan(xml.indexOf("<link "));
    assertThat(xml.lastIndexOf("<zone ")).isLessThan(xml.indexOf("<link "));
  }

  @Test
  void aStarHasABackboneWhereItSaysSo() throws Exception {
    Element plain = element(parsed(platform("cluster", 64, Map.of())), "cluster", "machine");
    assertThat(plain.getAttribute("radical")).isEqualTo("0-1");
    assertThat(plain.getAttribute("bw")).isEqualTo(1 / 0.086e-9 + "Bps");
    assertThat(plain.hasAttribute("bb_bw")).isFalse();
    Map<String, String> backbone =
        Map.of("network.backbone_bandwidth", "1GBps", "network.backbone_latency", "1us");
    Element joined = element(parsed(platform("cluster", 64, backbone)), "cluster", "machine");
    assertThat(joined.getAttribute("bb_bw")).isEqualTo("1.0E9Bps");
    assertThat(joined.getAttribute("bb_lat")).isEqualTo("1.0E-6s");
    Element late = element(
        parsed(platform("cluster", 64, Map.of("network.backbone_latency", "1us"))),
        "cluster",
        "machine");
    assertThat(late.getAttribute("bb_bw"))
        .isEqualTo("1.0E18Bps"); // SimGrid knows no infinite bandwidth
  }

  @Test
  void aFatTreeIsGivenLevelByLevel() throws Exception {
    Map<String, String> small =
        Map.of("network.down", "2,3", "network.up", "1,2", "network.parallel", "1,1");
    Element tree = element(parsed(platform("fat-tree", 64, small)), "cluster", "machine");
    assertThat(tree.getAttribute("topology")).isEqualTo("FAT_TREE");
    assertThat(tree.getAttribute("topo_parameters")).isEqualTo("2;2,3;1,2;1,1");
    assertThat(tree.getAttribute("radical")).isEqualTo("0-5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"bluegene-l", "graphene", "cluster", "fat-tree", "ideal", "loggp-default"})
  void everyMachineOfTheCatalogueIsWellFormedAndSaysTheSameTwice(String name) throws Exception {
    SimGridPlatform platform = platform(name, 100, Map.of());
    Document xml = parsed(platform);
    assertThat(element(xml, "host", SimGridPlatform.CLOCK).getAttribute("speed"))
        .isEqualTo("1000000000000f");
    assertThat(platform.xml()).isEqualTo(platform.xml());
  }
}
